import { TableError } from '#client/imports/match/table-error.ts';
import type { ReadOptions } from './read-file.ts';
import type { Sheet } from './sheet.ts';
import type { WorkerReply, WorkerRequest } from './worker.ts';

const maxMs = 30_000;

const tooSlow =
  'Reading the file took longer than 30 seconds. Copy only the list into a new file, and choose that one.';
const outOfMemory =
  'Your browser couldn’t read the file. Copy only the list into a new file, and choose that one.';

/** Terminates the worker when done, on abort and after 30 s. Throws `TableError`. */
export async function readSpreadsheetInWorker(
  file: File,
  choice: ReadOptions,
  signal: AbortSignal,
): Promise<Sheet> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<Sheet>();
  const timer = setTimeout(() => reject(new TableError(tooSlow)), maxMs);
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  worker.onerror = () => reject(new TableError(outOfMemory));
  worker.onmessage = ({ data: { sheet, error } }: MessageEvent<WorkerReply>) => {
    if (sheet) resolve(sheet);
    else reject(error === undefined ? new Error('unreadable') : new TableError(error));
  };
  worker.postMessage({ file, choice } satisfies WorkerRequest);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
