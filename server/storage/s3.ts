import { createReadStream } from 'node:fs';
import {
  DeleteObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { chunkSizeBytes, openDiskStore } from './disk.ts';
import { type FileStore, FilesUnavailableError, type ReceivedUpload } from './file-store.ts';
import type { S3Location } from './place-of-files.ts';
import {
  createS3Client,
  defaultS3Timeouts,
  isMissingFileError,
  type S3Connection,
  type S3Timeouts,
} from './s3-client.ts';
import { openS3Object, signS3Url } from './s3-read.ts';
import { abortS3Uploads, startS3Upload } from './s3-upload.ts';

const keptPrefix = 'kept/';
const partBytes = 8 * 1024 * 1024;
const dayMs = 24 * 3_600_000;

/** Opens a file store that receives uploads on the disk and stores files in S3. Throws if the bucket is unusable. */
export async function openS3Store(
  place: S3Location,
  times: S3Timeouts = defaultS3Timeouts,
): Promise<FileStore> {
  const s3 = createS3Client(place, times);
  await checkBucket(s3).catch((error) => {
    throw new Error(`The bucket ${place.bucket} cannot be used. ${error.message}`);
  });
  const disk = await openDiskStore(place.folder);
  // The daily job that removes leftovers runs on one of several instances only.
  await disk.removeLeftovers(new Date(Date.now() - dayMs));
  return {
    receive: disk.receive,
    openReceived: disk.openReceived,
    keep: (received, key) => keep(s3, received, key),
    discard: disk.discard,
    remove: (key) => removeS3Object(s3, keptPrefix + key),
    sizeOf: (key) => sizeOf(s3, keptPrefix + key),
    open: (key, range) => openS3Object(s3, keptPrefix + key, range),
    addressOf: async (key, headers) =>
      place.isDirect ? signS3Url(s3, keptPrefix + key, headers) : undefined,
    pieces: (key) => openS3Object(s3, keptPrefix + key),
    check: () => checkBucket(s3),
    space: disk.space,
    list: () => listS3Objects(s3, keptPrefix),
    removeLeftovers: async (moment) =>
      (await disk.removeLeftovers(moment)) + (await abortS3Uploads(s3, keptPrefix, moment)),
  };
}

async function keep(s3: S3Connection, { path }: ReceivedUpload, key: string): Promise<void> {
  const upload = startS3Upload(s3, keptPrefix + key, { partBytes });
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: chunkSizeBytes }))
      await upload.write(chunk);
    await upload.finish();
  } catch (error) {
    await upload.abandon();
    throw error;
  }
}

export async function removeS3Object({ client, bucket }: S3Connection, key: string): Promise<void> {
  await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
}

/** Lists the objects whose keys begin with `prefix`, and returns their keys without this prefix. */
export async function* listS3Objects(
  { client, bucket }: S3Connection,
  prefix: string,
): AsyncGenerator<{ key: string; since: Date }> {
  for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
    for (const { Key, LastModified } of page.Contents ?? []) {
      if (Key && LastModified) yield { key: Key.slice(prefix.length), since: LastModified };
    }
  }
}

async function sizeOf(s3: S3Connection, key: string): Promise<number | undefined> {
  const command = new HeadObjectCommand({ Bucket: s3.bucket, Key: key });
  try {
    return (await s3.client.send(command)).ContentLength;
  } catch (error) {
    if (!isMissingFileError(error)) throw error;
    // A HEAD reply has no body that would distinguish a missing bucket from a missing file.
    await checkBucket(s3);
    return undefined;
  }
}

async function checkBucket({ client, bucket, times }: S3Connection): Promise<void> {
  const command = new HeadBucketCommand({ Bucket: bucket });
  const abortSignal = AbortSignal.timeout(times.check);
  await client.send(command, { abortSignal }).catch((error) => {
    throw new FilesUnavailableError(error.message);
  });
}
