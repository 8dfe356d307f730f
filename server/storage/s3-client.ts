import { S3Client } from '@aws-sdk/client-s3';
import { FilesUnavailableError } from './file-store.ts';
import type { S3Location } from './place-of-files.ts';

/** Maximum times in ms. */
export type S3Timeouts = {
  connect: number;
  /** For the reply to one attempt of a request, and for each further chunk of a file. */
  request: number;
  /** For joining the parts of an upload, after which some services reply late. */
  complete: number;
  check: number;
};

export const defaultS3Timeouts: S3Timeouts = {
  connect: 3000,
  request: 20_000,
  complete: 5 * 60_000,
  check: 5000,
};

export type S3Connection = { client: S3Client; bucket: string; times: S3Timeouts };

/** Maximum number of connections, high because each slow download occupies one. */
const maxSockets = 1000;

/** Returns a client whose requests throw ENOENT (missing file) or `FilesUnavailableError`. */
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
  client.middlewareStack.add(
    (next) => (request) =>
      next(request).catch((error) => {
        throw toFileStoreError(error);
      }),
    { step: 'initialize', priority: 'high' },
  );
  return { client, bucket, times };
}

export const isMissingFileError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Converts an S3 error to ENOENT if it reports a missing file, otherwise to `FilesUnavailableError`. */
export function toFileStoreError(error: unknown): Error {
  if (error instanceof FilesUnavailableError || isMissingFileError(error)) return error;
  if (error instanceof Error && /^(NoSuchKey|NotFound)$/.test(error.name))
    return Object.assign(new Error('There is no such file.'), { code: 'ENOENT' });
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new FilesUnavailableError(`The file storage failed: ${reason}`);
}
