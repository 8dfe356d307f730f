import type { BackupSchedule, Config } from '#server/config.ts';
import type { BackupDestination } from './destination.ts';
import { openFolderDestination } from './folder-destination.ts';

/** Imports the S3 library only if S3 is used, because loading it takes time and memory. */
export async function openDestination(
  to: BackupSchedule['to'],
  config: Pick<Config, 'dataDir' | 'minFreeBytes'>,
): Promise<BackupDestination> {
  if (to.kind === 'disk') return openFolderDestination(to.folder, config);
  const { openS3Destination } = await import('./s3-destination.ts');
  return openS3Destination(to);
}
