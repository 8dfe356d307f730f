import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runBackupIfDue } from '#server/backup/scheduled/scheduled-backups.ts';
import { type BackupOrder, takeBackup } from '#server/backup/scheduled/take-backup.ts';
import { getPortalDataLocation } from '#server/test/places.ts';
import { openPortal, type Portal } from '#server/test/portal.ts';
import { fastTempFolder } from '#tools/test/quick-folder.ts';

export const hourMs = 3_600_000;

export const firstArchiveName = '127.0.0.1_2027-01-15T100000Z.backup';

export async function openScheduledPortal(env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(fastTempFolder, 'backups-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { portal, close } = await openPortal({ BACKUP_TO: folder, LOG_LEVEL: 'info', ...env });
  onTestFinished(close);
  return { folder, portal };
}

const takeInMainThread = (order: BackupOrder, signal: AbortSignal) => takeBackup(order, { signal });

/** Returns the services of one of several processes. */
export async function buildProcessServices(portal: Portal, process: number) {
  const { databaseUrl } = await getPortalDataLocation(portal);
  const processId = `00000000-0000-4000-8000-00000000000${process}`;
  return { ...portal, config: { ...portal.config, databaseUrl, processId } };
}

/** Runs the scheduled backup if it is due. The backup runs in the main thread by default, because that is faster. */
export const runBackup = async (portal: Portal, { process = 1, take = takeInMainThread } = {}) =>
  runBackupIfDue(await buildProcessServices(portal, process), new AbortController().signal, take);

/** Runs the scheduled backup of the portal with another host in PUBLIC_URL. */
export async function runBackupOnHost(portal: Portal, host: string) {
  const services = await buildProcessServices(portal, 1);
  const config = { ...services.config, publicUrl: `https://${host}` };
  return runBackupIfDue({ ...services, config }, new AbortController().signal, takeInMainThread);
}
