/** Returns SQLite's primary result code (https://sqlite.org/rescode.html), or undefined for other errors. */
export function getSqliteErrorCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return Number(error.errcode) & 0xff;
}

export const sqliteBusyCode = 5;
export const sqliteLockedCode = 6;
export const sqliteIoErrorCode = 10;
export const sqliteFullCode = 13;
