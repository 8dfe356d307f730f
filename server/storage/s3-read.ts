import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { ByteRange, FileHeaders } from './file-store.ts';
import { asFilesError, type S3 } from './s3-client.ts';

/** Ends the store's request when the reader goes, and fails when the store stops sending. */
export function openObject(s3: S3, key: string, range?: ByteRange): Readable {
  const content = new PassThrough({
    destroy: (error, done) => done(error && asFilesError(error)),
  });
  const ending = new AbortController();
  content.once('close', () => ending.abort());
  send(s3, key, range, content, ending).catch((error) => content.destroy(error));
  return content;
}

async function send(
  { client, bucket, times }: S3,
  key: string,
  range: ByteRange | undefined,
  content: PassThrough,
  ending: AbortController,
): Promise<void> {
  const command = new GetObjectCommand({
    Bucket: bucket,
    Key: key,
    ...(range && { Range: `bytes=${range.start}-${range.end}` }),
  });
  const { Body } = await client.send(command, { abortSignal: ending.signal });
  const sent = Body as Readable;
  const giveUp = () => sent.destroy(new Error(`nothing came for ${times.request} ms`));
  let late = setTimeout(giveUp, times.request);
  // How slowly somebody reads is not the store's time.
  const timed = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      clearTimeout(late);
      yield piece;
      late = setTimeout(giveUp, times.request);
    }
  };
  await pipeline(sent, timed, content).finally(() => clearTimeout(late));
}

/** Long enough to follow it at once; what is being sent then goes on. */
const addressSeconds = 60;

export function signAddress(
  { client, bucket }: S3,
  key: string,
  { contentType, disposition }: FileHeaders,
): Promise<string> {
  const command = new GetObjectCommand({
    Bucket: bucket,
    Key: key,
    ResponseContentType: contentType,
    ResponseContentDisposition: disposition,
    ResponseCacheControl: 'no-store',
  });
  return getSignedUrl(client, command, { expiresIn: addressSeconds });
}
