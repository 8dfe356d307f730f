import { Worker } from 'node:worker_threads';
import type { BackupOrder, TakenBackup } from './take-backup.ts';

/**
 * Takes a backup in a thread of its own, so that hashing, compressing and inserting rows do not delay requests. Rejects
 * with the thread's error. `signal` cancels the backup.
 */
export function takeBackupInThread(order: BackupOrder, signal: AbortSignal): Promise<TakenBackup> {
  const { promise, resolve, reject } = Promise.withResolvers<TakenBackup>();
  const thread = new Worker(new URL('./backup-worker.ts', import.meta.url), {
    workerData: order,
    execArgv: [],
  });
  const cancel = () => thread.postMessage('cancel');
  signal.addEventListener('abort', cancel);
  if (signal.aborted) cancel();
  thread.once('message', resolve);
  thread.once('error', reject);
  thread.once('exit', (code) => {
    signal.removeEventListener('abort', cancel);
    // Has no effect after a message or an error.
    reject(new Error(`The thread of the backup ended with code ${code}.`));
  });
  return promise;
}
