import { CopyObjectCommand, HeadBucketCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { CountedStream } from './counted.ts';
import { type FileStore, FilesUnavailable, type ReceivedUpload } from './file-store.ts';
import type { S3Location } from './place-of-files.ts';
import { createS3Client, defaultS3Timeouts, type S3, type S3Timeouts } from './s3-client.ts';
import { abortUploads, listObjects, removeObject } from './s3-list.ts';
import { openObject, signUrl } from './s3-read.ts';
import { receiveObject } from './s3-receive.ts';

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
      receiveObject(s3, new CountedStream(stream, limit, requireSpace)),
    openReceived: (received, range) => openObject(s3, received.path, range),
    keep: (received, key) => keep(s3, received, key),
    // If the removal fails, `removeLeftovers` removes the object later.
    discard: (received) => removeObject(s3, received.path).catch(() => {}),
    remove: (key) => removeObject(s3, keptPrefix + key),
    sizeOf: (key) => sizeOf(s3, keptPrefix + key),
    open: (key, range) => openObject(s3, keptPrefix + key, range),
    addressOf: async (key, headers) =>
      place.isDirect ? signUrl(s3, keptPrefix + key, headers) : undefined,
    pieces: (key) => openObject(s3, keptPrefix + key),
    check: () => checkBucket(s3),
    space: async () => undefined,
    list: () => listObjects(s3, keptPrefix),
    async removeLeftovers(moment) {
      let removed = await abortUploads(s3, incoming, moment);
      for await (const { key, since } of listObjects(s3, incoming)) {
        if (since >= moment) continue;
        await removeObject(s3, incoming + key);
        removed += 1;
      }
      return removed;
    },
  };
}

/** Copies the object within the storage, because S3 cannot rename. `discard` removes the original. */
async function keep(s3: S3, { path }: ReceivedUpload, key: string): Promise<void> {
  const { client, bucket, ask, times } = s3;
  const command = new CopyObjectCommand({
    Bucket: bucket,
    Key: keptPrefix + key,
    CopySource: `${bucket}/${path}`,
  });
  try {
    await ask((limits) => client.send(command, limits), times.copy);
  } catch (error) {
    // Remove the copy even if S3 has not confirmed that it exists.
    await removeObject(s3, keptPrefix + key).catch(() => {});
    throw error;
  }
}

async function sizeOf(s3: S3, key: string): Promise<number | undefined> {
  const { client, bucket, ask } = s3;
  const command = new HeadObjectCommand({ Bucket: bucket, Key: key });
  try {
    return (await ask((limits) => client.send(command, limits))).ContentLength;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    // HEAD replies have no body, so a missing bucket looks like a missing file.
    await checkBucket(s3);
    return undefined;
  }
}

async function checkBucket({ client, bucket, ask, times }: S3): Promise<void> {
  const command = new HeadBucketCommand({ Bucket: bucket });
  await ask((limits) => client.send(command, limits), times.check / 2).catch((error) => {
    throw new FilesUnavailable(error.message);
  });
}
