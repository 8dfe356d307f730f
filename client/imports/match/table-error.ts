/** The reason why a file cannot be read, with advice. The user sees the message. */
export class TableError extends Error {}
