import { parentPort, workerData } from 'node:worker_threads';
import { parseContent } from './load-content.ts';
import type { ParseInput } from './parse-in-worker.ts';

const { sources, timeZone, stored, pictures } = workerData as ParseInput;
parentPort?.postMessage(parseContent(sources, timeZone, stored, pictures));
