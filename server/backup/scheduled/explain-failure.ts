import { isDatabaseFull } from '#server/db/connect.ts';

/** Returns what failed and what to do, in complete sentences. */
export function explainBackupFailure(error: unknown): string {
  if (!(error instanceof Error)) return `The backup failed: ${error}.`;
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return 'The disk of BACKUP_TO is full: free space or lower KEEP_BACKUPS.';
  if (isDatabaseFull(error))
    return 'The disk of DATA_DIR is full, where the backup is verified: free space there.';
  if (error.name === 'FilesUnavailable')
    return `${error.message} Check BACKUP_TO, FILES_URL and the credentials.`;
  return /[.?]$/.test(error.message) ? error.message : `${error.message}.`;
}
