import { parentPort, workerData } from 'node:worker_threads';
import { BackupError } from '#server/backup/archive-format.ts';
import { type BackupOrder, takeBackup } from './take-backup.ts';

// Entry point of the thread that `takeBackupInThread` starts. Every message to this thread cancels the backup.
const cancelled = new AbortController();
parentPort?.on('message', () => cancelled.abort(new BackupError('Cancelled.')));
parentPort?.unref();
parentPort?.postMessage(await takeBackup(workerData as BackupOrder, { signal: cancelled.signal }));
