import { TableError } from '#client/imports/match/table-error.ts';
import { type ReadOptions, readSpreadsheetFile } from './read-file.ts';
import type { Sheet } from './sheet.ts';

export type WorkerRequest = { file: File; choice: ReadOptions };
/** Both properties are undefined if reading failed for a reason other than a `TableError`. */
export type WorkerReply = { sheet?: Sheet; error?: string };

/** Each file has its own worker, so that terminating the worker frees the memory. */
self.onmessage = async ({ data: { file, choice } }: MessageEvent<WorkerRequest>) => {
  let reply: WorkerReply = {};
  try {
    reply = { sheet: await readSpreadsheetFile(file, choice) };
  } catch (error) {
    if (error instanceof TableError) reply = { error: error.message };
  }
  self.postMessage(reply);
};
