import { Worker } from 'node:worker_threads';
import { Problem } from '#contract/problem.ts';
import type { EncodedPictures } from '#server/content/pictures/pictures.ts';
import { parseContent } from './load-content.ts';

type Arguments = Required<Parameters<typeof parseContent>>;
export type ParsedContent = ReturnType<typeof parseContent>;
export type ParseInput = {
  sources: Arguments[0];
  timeZone: string;
  stored: Arguments[2];
  pictures: EncodedPictures;
};

/** The largest files that are parsed without a worker. The most complex YAML of this size takes about 50 ms. */
const maxDirectBytes = 8 * 1024;
const maxMs = 15_000;
const resourceLimits = { maxOldGenerationSizeMb: 256 };

let lastRun: Promise<unknown> = Promise.resolve();

/**
 * Parses settings files without blocking the event loop: 384 kB of YAML can take a minute. Larger files are parsed by
 * one worker thread at a time. Throws `invalid` if that takes longer than 15 seconds or needs too much memory.
 */
export function parseInWorker(input: ParseInput, timeoutMs = maxMs): Promise<ParsedContent> {
  const { sources, timeZone, stored, pictures } = input;
  const bytes = Object.values(sources).reduce(
    (sum, { text }) => sum + (typeof text === 'string' ? Buffer.byteLength(text) : 0),
    0,
  );
  if (bytes <= maxDirectBytes) {
    return Promise.resolve(parseContent(sources, timeZone, stored, pictures));
  }
  const run = lastRun.then(() => runWorker(input, timeoutMs));
  lastRun = run.catch(() => {});
  return run;
}

async function runWorker(workerData: ParseInput, timeoutMs: number): Promise<ParsedContent> {
  const { promise, resolve, reject } = Promise.withResolvers<ParsedContent>();
  const options = { workerData, resourceLimits, env: {}, execArgv: [] };
  const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), options);
  const timer = setTimeout(() => reject(createTooComplexProblem()), timeoutMs);
  worker.once('message', resolve);
  worker.once('error', (error: NodeJS.ErrnoException) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? createTooComplexProblem() : error),
  );
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

const createTooComplexProblem = () =>
  new Problem(
    'invalid',
    'Nothing was changed: the files take too long to read. Import each file separately, or remove entries.',
  );
