/** Of an error of SQLite its primary result code (https://sqlite.org/rescode.html). */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return Number(error.errcode) & 0xff;
}

/** Another connection holds the lock that this one needs. */
export const sqliteBusy = 5;
/** A table is in use by another statement of this connection. */
export const sqliteLocked = 6;
export const sqliteIo = 10;
export const sqliteFull = 13;
