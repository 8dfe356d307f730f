import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { S3Connection } from './s3-client.ts';

export type S3Upload = {
  write(chunk: Buffer): Promise<void>;
  finish(): Promise<void>;
  /** Removes the uploaded data. Never throws: if the removal fails, a later `abortS3Uploads` repeats it. */
  abandon(): Promise<void>;
};

type Options = { partBytes: number; timeoutMs?: number };

/**
 * Uploads an object: in one request if it fits into one part, otherwise in parts. Parts have equal sizes, as some S3
 * services require, if `partBytes` is a multiple of the chunk size.
 */
export function startS3Upload(
  { client, bucket, times }: S3Connection,
  key: string,
  { partBytes, timeoutMs: requestTimeout = times.request }: Options,
): S3Upload {
  const object = { Bucket: bucket, Key: key };
  const parts: CompletedPart[] = [];
  let id: string | undefined;
  let isSent = false;
  let buffered: Buffer[] = [];
  let length = 0;
  const takePart = () => {
    const Body = Buffer.concat(buffered, length);
    buffered = [];
    length = 0;
    return { ...object, Body };
  };
  const sendPart = async () => {
    id ??= (await client.send(new CreateMultipartUploadCommand(object))).UploadId;
    const part = { ...takePart(), UploadId: id, PartNumber: parts.length + 1 };
    const { ETag } = await client.send(new UploadPartCommand(part), { requestTimeout });
    parts.push({ PartNumber: part.PartNumber, ETag });
  };
  return {
    async write(chunk) {
      if (length >= partBytes) await sendPart();
      // Copy the chunk, because the caller may reuse its buffer.
      buffered.push(Buffer.from(chunk));
      length += chunk.length;
    },
    async finish() {
      if (parts.length > 0) await sendPart();
      isSent = true;
      if (parts.length === 0) {
        await client.send(new PutObjectCommand(takePart()), { requestTimeout });
        return;
      }
      const whole = { ...object, UploadId: id, MultipartUpload: { Parts: parts } };
      const command = new CompleteMultipartUploadCommand(whole);
      await client.send(command, { requestTimeout: times.complete });
    },
    async abandon() {
      if (id !== undefined) {
        const abort = new AbortMultipartUploadCommand({ ...object, UploadId: id });
        await client.send(abort).catch(() => {});
      }
      // S3 may have stored the object without confirming the request.
      if (isSent) await client.send(new DeleteObjectCommand(object)).catch(() => {});
    },
  };
}

/** Aborts unfinished uploads that started before `moment`, at most 1,000. Returns their number. */
export async function abortS3Uploads(
  { client, bucket }: S3Connection,
  prefix: string,
  moment: Date,
): Promise<number> {
  const command = new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix });
  const { Uploads = [] } = await client.send(command);
  const old = Uploads.filter(({ Initiated }) => Initiated && Initiated < moment);
  for (const { Key, UploadId } of old) {
    const abort = new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId });
    // Another process may have completed or aborted the upload since it was listed.
    await client.send(abort).catch(() => {});
  }
  return old.length;
}
