/**
 * Returns SQLite's primary result code (https://sqlite.org/rescode.html), or undefined if it is not an SQLite error.
 */
export function getSqliteErrorCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return Number(error.errcode) & 0xff;
}

export const sqliteBusy = 5;
export const sqliteLocked = 6;
export const sqliteIo = 10;
export const sqliteFull = 13;
