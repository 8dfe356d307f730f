import { S3Client } from '@aws-sdk/client-s3';
import { FilesUnavailable } from './file-store.ts';
import type { S3Place } from './place-of-files.ts';

/** In milliseconds. */
export type S3Times = {
  connect: number;
  /** From a request to the beginning of its reply, and from one piece of a file to the next. */
  request: number;
  /** Of a file's copy within the store, which begins to reply when it is done. */
  copy: number;
  /** Of everything that a look at the store's state takes. */
  check: number;
};

export const standardTimes: S3Times = {
  connect: 3000,
  request: 30_000,
  copy: 5 * 60_000,
  check: 5000,
};

export type S3 = {
  client: S3Client;
  bucket: string;
  times: S3Times;
  /** `ms` for each of its attempts; together they take twice as long at most. */
  ask<T>(send: (options: Limits) => Promise<T>, ms?: number): Promise<T>;
};

type Limits = { requestTimeout: number; abortSignal: AbortSignal };

/** Slow readers keep a connection each. */
const maxSockets = 1000;

export function openS3({ bucket, endpoint, region, credentials }: S3Place, times: S3Times): S3 {
  const agent = { keepAlive: true, maxSockets };
  const client = new S3Client({
    region,
    credentials,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    maxAttempts: 3,
    // Parts are hashed in their signature; other checksums not every store knows (decisions).
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: times.connect,
      requestTimeout: times.request,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  return {
    client,
    bucket,
    times,
    async ask(send, ms = times.request) {
      try {
        return await send({ requestTimeout: ms, abortSignal: AbortSignal.timeout(2 * ms) });
      } catch (error) {
        throw asFilesError(error);
      }
    },
  };
}

/** Only a file that the store says it has not is missing; whatever else, also a refusal, may pass. */
export function asFilesError(error: unknown): Error {
  if (error instanceof FilesUnavailable) return error;
  if (error instanceof Error && /^(NoSuchKey|NotFound)$/.test(error.name))
    return Object.assign(new Error('There is no such file.'), { code: 'ENOENT' });
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new FilesUnavailable(`The store of files does not do what it is asked: ${reason}`);
}
