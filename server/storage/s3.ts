import { CopyObjectCommand, HeadBucketCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { HashingStreamReader } from './counted.ts';
import { type FileStore, FilesUnavailableError, type ReceivedUpload } from './file-store.ts';
import type { S3Location } from './place-of-files.ts';
import {
  createS3Client,
  defaultS3Timeouts,
  type S3Connection,
  type S3Timeouts,
} from './s3-client.ts';
import { abortS3Uploads, listS3Objects, removeS3Object } from './s3-list.ts';
import { openS3Object, signS3Url } from './s3-read.ts';
import { receiveS3Object } from './s3-receive.ts';

const incoming = 'incoming/';
const keptPrefix = 'kept/';

/** Opens a file store with `incoming/` for uploads and `kept/` for stored files. Throws if the bucket is unusable. */
export async function openS3Store(
  place: S3Location,
  times: S3Timeouts = defaultS3Timeouts,
): Promise<FileStore> {
  const s3 = createS3Client(place, times);
  await checkBucket(s3).catch((error) => {
    throw new Error(`The bucket ${place.bucket} cannot be used. ${error.message}`);
  });
  return {
    receive: (stream, limit, requireSpace) =>
      receiveS3Object(s3, new HashingStreamReader(stream, limit, requireSpace)),
    openReceived: (received, range) => openS3Object(s3, received.path, range),
    keep: (received, key) => keep(s3, received, key),
    // If the removal fails, `removeLeftovers` removes the object later.
    discard: (received) => removeS3Object(s3, received.path).catch(() => {}),
    remove: (key) => removeS3Object(s3, keptPrefix + key),
    sizeOf: (key) => sizeOf(s3, keptPrefix + key),
    open: (key, range) => openS3Object(s3, keptPrefix + key, range),
    addressOf: async (key, headers) =>
      place.isDirect ? signS3Url(s3, keptPrefix + key, headers) : undefined,
    pieces: (key) => openS3Object(s3, keptPrefix + key),
    check: () => checkBucket(s3),
    space: async () => undefined,
    list: () => listS3Objects(s3, keptPrefix),
    async removeLeftovers(moment) {
      let removed = await abortS3Uploads(s3, incoming, moment);
      for await (const { key, since } of listS3Objects(s3, incoming)) {
        if (since >= moment) continue;
        await removeS3Object(s3, incoming + key);
        removed += 1;
      }
      return removed;
    },
  };
}

/** Copies the object, because S3 cannot rename. `discard` removes the original. */
async function keep(s3: S3Connection, { path }: ReceivedUpload, key: string): Promise<void> {
  const { client, bucket, ask, times } = s3;
  const command = new CopyObjectCommand({
    Bucket: bucket,
    Key: keptPrefix + key,
    CopySource: `${bucket}/${path}`,
  });
  try {
    await ask((limits) => client.send(command, limits), times.copy);
  } catch (error) {
    // S3 may have created the copy although the request failed.
    await removeS3Object(s3, keptPrefix + key).catch(() => {});
    throw error;
  }
}

async function sizeOf(s3: S3Connection, key: string): Promise<number | undefined> {
  const { client, bucket, ask } = s3;
  const command = new HeadObjectCommand({ Bucket: bucket, Key: key });
  try {
    return (await ask((limits) => client.send(command, limits))).ContentLength;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    // A HEAD reply has no body that would distinguish a missing bucket from a missing file.
    await checkBucket(s3);
    return undefined;
  }
}

async function checkBucket({ client, bucket, ask, times }: S3Connection): Promise<void> {
  const command = new HeadBucketCommand({ Bucket: bucket });
  await ask((limits) => client.send(command, limits), times.check / 2).catch((error) => {
    throw new FilesUnavailableError(error.message);
  });
}
