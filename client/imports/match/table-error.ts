/** The message tells the user why a file cannot be read and what to do. */
export class TableError extends Error {}
