import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { openDiskStore } from '#server/storage/disk.ts';
import type { FileStore, ReceivedUpload } from '#server/storage/file-store.ts';
import { parseFilesUrl, type S3Location } from '#server/storage/place-of-files.ts';
import { openS3Store } from '#server/storage/s3.ts';
import { defaultS3Timeouts, type S3Timeouts } from '#server/storage/s3-client.ts';
import { TestS3Server } from './s3-server.ts';

const credentials = { accessKeyId: 'test', secretAccessKey: 'not so secret' };

export const buildS3Environment = (server: Pick<TestS3Server, 'filesUrl'>) => ({
  FILES_URL: server.filesUrl,
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
});

export async function startS3Server(): Promise<TestS3Server> {
  const server = await new TestS3Server().start();
  onTestFinished(() => server.stop());
  return server;
}

export async function createS3Location({ filesUrl }: Pick<TestS3Server, 'filesUrl'>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'uploads-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  return parseFilesUrl(filesUrl, { dataDir, credentials }) as S3Location;
}

export async function openTestS3Store(times: Partial<S3Timeouts> = {}) {
  const server = await startS3Server();
  const location = await createS3Location(server);
  const store = await openS3Store(location, { ...defaultS3Timeouts, ...times });
  return { server, store, location };
}

export type TestStore = {
  store: FileStore;
  names(): Promise<string[]>;
  lose(): Promise<void>;
};

export const testStores: Record<string, (folder: string) => Promise<TestStore>> = {
  disk: async (folder) => {
    const within = join(folder, 'store');
    const store = await openDiskStore(within);
    const isFile = (name: string) => !['incoming', 'kept'].includes(name);
    const names = async () => (await readdir(within, { recursive: true })).filter(isFile);
    return { store, names, lose: () => rm(within, { recursive: true }) };
  },
  S3: async () => {
    const { server, store, location } = await openTestS3Store({ connect: 500 });
    const names = async () => [
      ...server.keysIn(''),
      ...server.uploads.keys(),
      ...(await readdir(join(location.folder, 'incoming'))),
    ];
    return { store, names, lose: () => server.stop() };
  },
};

export const toStream = (...chunks: (string | Buffer)[]) =>
  Readable.from(chunks.map((chunk) => Buffer.from(chunk)));

export async function receiveFile(
  store: FileStore,
  content: string | Buffer = 'hello',
): Promise<ReceivedUpload> {
  const file = await store.receive(toStream(content), 100_000_000);
  if (!file) throw new Error('The store refused the file.');
  return file;
}
