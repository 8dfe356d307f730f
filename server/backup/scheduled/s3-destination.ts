import { chunkSizeBytes } from '#server/storage/disk.ts';
import type { S3Location } from '#server/storage/place-of-files.ts';
import { listS3Objects, removeS3Object } from '#server/storage/s3.ts';
import { createS3Client, defaultS3Timeouts } from '#server/storage/s3-client.ts';
import { openS3Object } from '#server/storage/s3-read.ts';
import { abortS3Uploads, startS3Upload } from '#server/storage/s3-upload.ts';
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
      open: async () => {
        const partBytes = choosePartBytes(expectedBytes);
        return startS3Upload(s3, name, { partBytes, timeoutMs: s3.times.complete });
      },
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
