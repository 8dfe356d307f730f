import { randomUUID } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { HashingStreamReader } from './counted.ts';
import type { ReceivedUpload } from './file-store.ts';
import type { S3Connection } from './s3-client.ts';
import { removeS3Object } from './s3-list.ts';

/** Some S3 services require equal parts of at least 5 MiB. */
const partBytes = 8 * 1024 * 1024;

/** Uploads a file that exceeds one part as a multipart upload. Buffers at most two parts. */
export async function receiveS3Object(
  s3: S3Connection,
  counted: HashingStreamReader,
): Promise<ReceivedUpload | undefined> {
  const upload = new ChunkedUpload(s3, `incoming/${randomUUID()}`);
  let isWhole = false;
  try {
    let held: Buffer | undefined;
    for await (const part of splitParts(counted.chunks())) {
      if (held) await upload.add(held);
      held = part;
    }
    if (counted.isTooLong) return undefined;
    await upload.end(held ?? Buffer.alloc(0));
    isWhole = true;
    return { path: upload.key, size: counted.size, sha256: counted.sha256() };
  } finally {
    // If this cleanup fails, `removeLeftovers` removes the upload later.
    if (!isWhole) await upload.abandon().catch(() => {});
  }
}

async function* splitParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let buffered: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    buffered.push(chunk);
    length += chunk.length;
    while (length >= partBytes) {
      const all = Buffer.concat(buffered, length);
      yield all.subarray(0, partBytes);
      buffered = [all.subarray(partBytes)];
      length -= partBytes;
    }
  }
  if (length > 0) yield Buffer.concat(buffered, length);
}

/** Uploads an object in parts: one request for a single part, otherwise a multipart upload. */
export class ChunkedUpload {
  readonly key: string;
  readonly #s3: S3Connection;
  readonly #timeoutMs: number;
  readonly #parts: CompletedPart[] = [];
  #id: string | undefined;
  #isSent = false;

  constructor(s3: S3Connection, key: string, timeoutMs = s3.times.request) {
    this.#s3 = s3;
    this.key = key;
    this.#timeoutMs = timeoutMs;
  }

  get #object() {
    return { Bucket: this.#s3.bucket, Key: this.key };
  }

  async add(Body: Buffer): Promise<void> {
    const { client, ask } = this.#s3;
    this.#id ??= await ask(async (limits) => {
      const begun = await client.send(new CreateMultipartUploadCommand(this.#object), limits);
      return begun.UploadId;
    });
    const PartNumber = this.#parts.length + 1;
    const part = { ...this.#object, UploadId: this.#id, PartNumber, Body };
    const command = new UploadPartCommand(part);
    const { ETag } = await ask((limits) => client.send(command, limits), this.#timeoutMs);
    this.#parts.push({ PartNumber, ETag });
  }

  async end(last: Buffer): Promise<void> {
    const { client, ask, times } = this.#s3;
    if (this.#parts.length === 0) {
      this.#isSent = true;
      const whole = new PutObjectCommand({ ...this.#object, Body: last });
      await ask((limits) => client.send(whole, limits), this.#timeoutMs);
      return;
    }
    await this.add(last);
    this.#isSent = true;
    const MultipartUpload = { Parts: this.#parts };
    const command = { ...this.#object, UploadId: this.#id, MultipartUpload };
    const complete = new CompleteMultipartUploadCommand(command);
    await ask((limits) => client.send(complete, limits), times.copy);
  }

  async abandon(): Promise<void> {
    const { client, ask } = this.#s3;
    if (this.#id !== undefined) {
      const abort = new AbortMultipartUploadCommand({ ...this.#object, UploadId: this.#id });
      await ask((limits) => client.send(abort, limits)).catch(() => {});
    }
    // S3 may have stored the object without confirming the request.
    if (this.#isSent) await removeS3Object(this.#s3, this.key);
  }
}
