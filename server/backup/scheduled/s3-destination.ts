import type { ArchiveSink } from '#server/backup/archive-file.ts';
import { chunkSizeBytes } from '#server/storage/disk.ts';
import type { S3Location } from '#server/storage/place-of-files.ts';
import { createS3Client, defaultS3Timeouts, type S3Connection } from '#server/storage/s3-client.ts';
import { abortS3Uploads, listS3Objects, removeS3Object } from '#server/storage/s3-list.ts';
import { openS3Object } from '#server/storage/s3-read.ts';
import { ChunkedUpload } from '#server/storage/s3-receive.ts';
import type { BackupDestination } from './destination.ts';

const minPartBytes = 16 * 1024 * 1024;
/** S3 allows 10,000 parts. The archive may become larger than expected. */
const targetPartCount = 5000;
const endOfTime = new Date(8.64e15);

export function openS3Destination(to: S3Location): BackupDestination {
  const s3 = createS3Client(to, defaultS3Timeouts);
  return {
    target: (name, expectedBytes) => ({
      name,
      open: async () => createS3Sink(s3, name, choosePartBytes(expectedBytes)),
    }),
    source: (name, size) => ({
      name: `s3://${to.bucket}/${name}`,
      size: async () => size,
      open: () => openS3Object(s3, name),
    }),
    async *list(prefix) {
      for await (const { key } of listS3Objects(s3, prefix)) yield prefix + key;
    },
    remove: (name) => removeS3Object(s3, name),
    async removeUnfinished(prefix) {
      await abortS3Uploads(s3, prefix, endOfTime);
    },
  };
}

/** Returns a multiple of the chunk size, because some S3 services require equal parts. */
const choosePartBytes = (expectedBytes: number) =>
  Math.max(
    minPartBytes,
    Math.ceil(expectedBytes / targetPartCount / chunkSizeBytes) * chunkSizeBytes,
  );

/** Streams an archive to the bucket. Buffers at most two parts. */
function createS3Sink(s3: S3Connection, key: string, partBytes: number): ArchiveSink {
  const upload = new ChunkedUpload(s3, key, s3.times.copy);
  let buffered: Buffer[] = [];
  let length = 0;
  const takePart = () => {
    const part = Buffer.concat(buffered, length);
    buffered = [];
    length = 0;
    return part;
  };
  return {
    async write(chunk) {
      if (length >= partBytes) await upload.add(takePart());
      // Copy the chunk, because the caller reuses its buffer.
      buffered.push(Buffer.from(chunk));
      length += chunk.length;
    },
    finish: () => upload.end(takePart()),
    // If this fails, the next backup removes the upload.
    abandon: () => upload.abandon().catch(() => {}),
  };
}
