import { CopyObjectCommand, HeadBucketCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { Counted } from './counted.ts';
import { type FileStore, FilesUnavailable, type Received } from './file-store.ts';
import type { S3Place } from './place-of-files.ts';
import { openS3, type S3, type S3Times, standardTimes } from './s3-client.ts';
import { abortUploads, listObjects, removeObject } from './s3-list.ts';
import { openObject, signAddress } from './s3-read.ts';
import { receiveObject } from './s3-receive.ts';

const incoming = 'incoming/';
const kept = 'kept/';

/**
 * `incoming/` for what arrives, `kept/` for what belongs to a row. Throws when the bucket cannot be used. Imported only
 * where it is, since its library takes memory.
 */
export async function openS3Store(
  place: S3Place,
  times: S3Times = standardTimes,
): Promise<FileStore> {
  const s3 = openS3(place, times);
  await checkBucket(s3).catch((error) => {
    throw new Error(`The bucket ${place.bucket} cannot be used. ${error.message}`);
  });
  return {
    receive: (stream, limit, requireSpace) =>
      receiveObject(s3, new Counted(stream, limit, requireSpace)),
    openReceived: (received, range) => openObject(s3, received.path, range),
    keep: (received, key) => keep(s3, received, key),
    // What stays is removed with the leftovers.
    discard: (received) => removeObject(s3, received.path).catch(() => {}),
    remove: (key) => removeObject(s3, kept + key),
    sizeOf: (key) => sizeOf(s3, kept + key),
    open: (key, range) => openObject(s3, kept + key, range),
    addressOf: async (key, headers) =>
      place.isDirect ? signAddress(s3, kept + key, headers) : undefined,
    pieces: (key) => openObject(s3, kept + key),
    check: () => checkBucket(s3),
    space: async () => undefined,
    list: () => listObjects(s3, kept),
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

/** A store has no renaming. The store copies by itself; `discard` removes what arrived. */
async function keep(s3: S3, { path }: Received, key: string): Promise<void> {
  const { client, bucket, ask, times } = s3;
  const command = new CopyObjectCommand({
    Bucket: bucket,
    Key: kept + key,
    CopySource: `${bucket}/${path}`,
  });
  try {
    await ask((limits) => client.send(command, limits), times.copy);
  } catch (error) {
    // Without a reply it may be there or not.
    await removeObject(s3, kept + key).catch(() => {});
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
    // The reply has no text: a bucket that is gone looks like a file that is.
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
