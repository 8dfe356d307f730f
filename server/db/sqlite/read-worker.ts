import { parentPort, workerData } from 'node:worker_threads';
import { openReader } from './open-reader.ts';
import type { ReadReply, ReadRequest } from './read-thread.ts';
import { getSqliteErrorCode } from './sqlite-errors.ts';

const connection = openReader(workerData as string);

function read({ id, sql, parameters }: ReadRequest): ReadReply {
  const began = performance.now();
  try {
    const { rows } = connection.execute({ sql, parameters });
    return { id, rows, ms: performance.now() - began };
  } catch (error) {
    // Messages between threads lose the error code.
    return { id, error: (error as Error).message, errcode: getSqliteErrorCode(error) };
  }
}

parentPort?.on('message', (request: ReadRequest) => parentPort?.postMessage(read(request)));
