import { S3Client } from '@aws-sdk/client-s3';
import { FilesUnavailableError } from './file-store.ts';
import type { S3Location } from './place-of-files.ts';

export type S3Timeouts = {
  connect: number;
  /** Maximum time to wait for the start of a reply, and for each further chunk of a file, in ms. */
  request: number;
  /** Maximum time to wait for a copy, in ms. It is long, because S3 replies only when the copy is complete. */
  copy: number;
  check: number;
};

export const defaultS3Timeouts: S3Timeouts = {
  connect: 3000,
  request: 30_000,
  copy: 5 * 60_000,
  check: 5000,
};

export type S3Connection = {
  client: S3Client;
  bucket: string;
  times: S3Timeouts;
  /** Sends a request, with retries, within `2 * ms`. Throws ENOENT (missing file) or `FilesUnavailableError`. */
  ask<T>(send: (options: Limits) => Promise<T>, ms?: number): Promise<T>;
};

type Limits = { requestTimeout: number; abortSignal: AbortSignal };

/** Maximum number of connections, high because each slow download occupies one. */
const maxSockets = 1000;

export function createS3Client(
  { bucket, endpoint, region, credentials }: S3Location,
  times: S3Timeouts,
): S3Connection {
  const agent = { keepAlive: true, maxSockets };
  const client = new S3Client({
    region,
    credentials,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    maxAttempts: 3,
    // The signature already covers each part, and some S3 services reject additional checksums.
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
        throw toFileStoreError(error);
      }
    },
  };
}

/** Converts an S3 error to ENOENT if it reports a missing file, otherwise to `FilesUnavailableError`. */
export function toFileStoreError(error: unknown): Error {
  if (error instanceof FilesUnavailableError) return error;
  if (error instanceof Error && /^(NoSuchKey|NotFound)$/.test(error.name))
    return Object.assign(new Error('There is no such file.'), { code: 'ENOENT' });
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new FilesUnavailableError(`The file storage failed: ${reason}`);
}
