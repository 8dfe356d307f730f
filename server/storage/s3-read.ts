import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { ByteRange, FileResponseHeaders } from './file-store.ts';
import { type S3Connection, toFileStoreError } from './s3-client.ts';

/** Returns a stream of the object. Closing it aborts the request. It fails if the storage stops sending data. */
export function openS3Object(s3: S3Connection, key: string, range?: ByteRange): Readable {
  const content = new PassThrough({
    destroy: (error, done) => done(error && toFileStoreError(error)),
  });
  const abortController = new AbortController();
  content.once('close', () => abortController.abort());
  send(s3, key, range, content, abortController).catch((error) => content.destroy(error));
  return content;
}

async function send(
  { client, bucket, times }: S3Connection,
  key: string,
  range: ByteRange | undefined,
  content: PassThrough,
  abortController: AbortController,
): Promise<void> {
  const command = new GetObjectCommand({
    Bucket: bucket,
    Key: key,
    ...(range && { Range: `bytes=${range.start}-${range.end}` }),
  });
  const { Body } = await client.send(command, { abortSignal: abortController.signal });
  const body = Body as Readable;
  const abort = () => body.destroy(new Error(`nothing came for ${times.request} ms`));
  let timer = setTimeout(abort, times.request);
  // Pause the timeout while the reader processes a chunk.
  const watchChunks = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      clearTimeout(timer);
      yield piece;
      timer = setTimeout(abort, times.request);
    }
  };
  await pipeline(body, watchChunks, content).finally(() => clearTimeout(timer));
}

/** Lifetime of a download URL. A download that has already started may take longer. */
const urlSeconds = 60;

export function signS3Url(
  { client, bucket }: S3Connection,
  key: string,
  { contentType, disposition }: FileResponseHeaders,
): Promise<string> {
  const command = new GetObjectCommand({
    Bucket: bucket,
    Key: key,
    ResponseContentType: contentType,
    ResponseContentDisposition: disposition,
    ResponseCacheControl: 'no-store',
  });
  return getSignedUrl(client, command, { expiresIn: urlSeconds });
}
