import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import type { S3Connection } from './s3-client.ts';

export async function removeS3Object(
  { client, bucket, ask }: S3Connection,
  key: string,
): Promise<void> {
  const command = new DeleteObjectCommand({ Bucket: bucket, Key: key });
  await ask((limits) => client.send(command, limits));
}

/** Lists the objects whose keys begin with `start`, and returns their keys without this prefix. */
export async function* listS3Objects(
  { client, bucket, ask }: S3Connection,
  start: string,
): AsyncGenerator<{ key: string; since: Date }> {
  let token: string | undefined;
  do {
    const command = new ListObjectsV2Command({
      Bucket: bucket,
      Prefix: start,
      ...(token && { ContinuationToken: token }),
    });
    const page = await ask((limits) => client.send(command, limits));
    for (const { Key, LastModified } of page.Contents ?? []) {
      if (Key && LastModified) yield { key: Key.slice(start.length), since: LastModified };
    }
    token = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (token);
}

/** Aborts the multipart uploads that started before `moment`. Returns the number of aborted uploads. */
export async function abortS3Uploads(
  s3: S3Connection,
  start: string,
  moment: Date,
): Promise<number> {
  const { client, bucket, ask } = s3;
  let after: Pick<ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'> | undefined =
    {};
  let aborted = 0;
  do {
    const input: ListMultipartUploadsCommandInput = { Bucket: bucket, Prefix: start, ...after };
    const command = new ListMultipartUploadsCommand(input);
    const page: ListMultipartUploadsCommandOutput = await ask((limits) =>
      client.send(command, limits),
    );
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (!Key || !UploadId || !Initiated || Initiated >= moment) continue;
      const abort = new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId });
      // Another process may have completed or aborted the upload since it was listed.
      await ask((limits) => client.send(abort, limits)).catch(() => {});
      aborted += 1;
    }
    after = page.IsTruncated ? nextPage(page) : undefined;
  } while (after);
  return aborted;
}

const nextPage = ({ NextKeyMarker, NextUploadIdMarker }: ListMultipartUploadsCommandOutput) =>
  NextKeyMarker ? { KeyMarker: NextKeyMarker, UploadIdMarker: NextUploadIdMarker } : undefined;
