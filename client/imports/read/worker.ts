import { TableError } from '#client/imports/match/table-error.ts';
import { type ReadOptions, readSpreadsheetFile } from './read-file.ts';
import type { Sheet } from './sheet.ts';

export type WorkerRequest = { file: File; choice: ReadOptions };
/** Contains the sheet or the message of a `TableError`. Both are undefined if reading failed for another reason. */
export type WorkerReply = { sheet?: Sheet; error?: string };

/** Reads one file. Each file has its own worker, so that terminating the worker frees the memory. */
self.onmessage = async ({ data: { file, choice } }: MessageEvent<WorkerRequest>) => {
  let reply: WorkerReply = {};
  try {
    reply = { sheet: await readSpreadsheetFile(file, choice) };
  } catch (error) {
    if (error instanceof TableError) reply = { error: error.message };
  }
  self.postMessage(reply);
};
