/** Says why a file cannot be read and what to do. The message is shown to the user. */
export class TableError extends Error {}
