/** Why a file cannot be read, and what to do about it; the message is shown to the user. */
export class TableError extends Error {}
