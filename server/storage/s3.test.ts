import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import {
  createS3Location,
  openTestS3Store,
  receiveFile,
  startS3Server,
} from '#server/test/stores.ts';
import { findFileDamage } from './check-file.ts';
import { FilesUnavailableError } from './file-store.ts';
import { openS3Store } from './s3.ts';
import { defaultS3Timeouts } from './s3-client.ts';

const key = '0190f7a0-0000-7000-8000-000000000000';
const MB = 1024 * 1024;

test('the file store on S3 fails to open if the bucket is missing or the server does not respond', async () => {
  const server = await startS3Server();
  const place = await createS3Location(server);
  await expect(openS3Store({ ...place, bucket: 'others' })).rejects.toThrow(
    'The bucket others cannot be used.',
  );
  await server.stop();
  await expect(openS3Store(place, { ...defaultS3Timeouts, connect: 300 })).rejects.toThrow(
    'ECONNREFUSED',
  );
});

test('an upload is stored in one request, or in parts of 8 MB, and each failed request is repeated', async () => {
  const { server, store } = await openTestS3Store();
  await store.keep(await receiveFile(store, Buffer.alloc(8 * MB)), key);
  expect(server.log.slice(1)).toEqual([
    expect.stringMatching(/^PUT kept\/[^/?]+\?x-id=PutObject$/),
  ]);
  const seen = new Set<string>();
  server.disturb = (request) => {
    if (seen.has(request)) return undefined;
    seen.add(request);
    return seen.size % 2 ? 'fail' : 'cut';
  };
  const content = Buffer.alloc(17 * MB, 'abc');
  await store.keep(await receiveFile(store, content), key);
  expect([...seen].map((line) => /uploads|partNumber=\d|uploadId/.exec(line)?.[0])).toEqual([
    'uploads',
    'partNumber=1',
    'partNumber=2',
    'partNumber=3',
    'uploadId',
  ]);
  expect((await buffer(store.open(key))).equals(content)).toBe(true);
  await store.remove(key);
  expect(await store.sizeOf(key)).toBeUndefined();
  expect(server.uploads.size).toBe(0);
});

test('all pages of stored files are listed, and only old uploads are aborted', async () => {
  const { server, store } = await openTestS3Store();
  server.pageSize = 3;
  const keys = Array.from({ length: 10 }, () => randomUUID()).toSorted();
  for (const id of keys) {
    server.objects.set(`kept/${id}`, { content: Buffer.from('x'), modified: new Date(0) });
  }
  const upload = { key: 'kept/old', parts: new Map<number, Buffer>(), initiated: new Date(0) };
  server.uploads.set('old', upload).set('new', { ...upload, initiated: new Date() });
  expect((await Array.fromAsync(store.list())).map((file) => file.key)).toEqual(keys);
  expect(await store.removeLeftovers(new Date(1000))).toBe(1);
  expect([...server.uploads.keys()]).toEqual(['new']);
});

test.for([
  ['fail', 'PUT kept/[^?]*.x-id=PutObject'],
  ['fail', String.raw`\?uploads`],
  ['fail', 'partNumber=2'],
  ['fail', 'POST .*uploadId'],
  ['lose reply', 'PUT kept/[^?]*.x-id=PutObject'],
  ['lose reply', 'POST .*uploadId'],
] as const)('no data remains in S3 after the fault “%s” of “%s”', async ([fault, where]) => {
  const { server, store, location } = await openTestS3Store({ connect: 300 });
  const size = where.startsWith('PUT') ? MB : 20 * MB;
  const received = await receiveFile(store, Buffer.alloc(size));
  server.disturb = (request) => (new RegExp(where).test(request) ? fault : undefined);
  await expect(store.keep(received, key)).rejects.toThrow(FilesUnavailableError);
  await store.discard(received);
  expect([server.keysIn(''), server.uploads.size]).toEqual([[], 0]);
  expect(await readdir(`${location.folder}/incoming`)).toEqual([]);
});

test('no file is reported as missing or altered if requests fail or hang, or if the bucket is missing', async () => {
  const { server, store } = await openTestS3Store({ request: 200, connect: 200 });
  await store.keep(await receiveFile(store), key);
  const expected = { id: key, size: 5, sha256: 'x' };
  const faults = ['fail', 'hang', 'cut', 'no bucket', 'stop midway', 'cut midway'] as const;
  for (const fault of faults) {
    server.disturb = () => fault;
    await expect(findFileDamage(store, expected), fault).rejects.toThrow(FilesUnavailableError);
    if (fault.endsWith('midway')) continue;
    await expect(store.sizeOf(key), fault).rejects.toThrow(FilesUnavailableError);
  }
  server.disturb = () => undefined;
  expect(await findFileDamage(store, expected)).toBe('altered');
});

test('every request times out if the server does not respond', async () => {
  const { server, store } = await openTestS3Store({ request: 200, check: 200 });
  const received = await receiveFile(store);
  server.disturb = () => 'hang';
  for (const call of [
    () => store.check(),
    () => store.keep(received, key),
    () => store.remove(key),
    () => store.removeLeftovers(new Date()),
    () => Array.fromAsync(store.list()),
    () => buffer(store.open(key)),
  ]) {
    await expect(call()).rejects.toThrow(FilesUnavailableError);
  }
});

test('closing the stream of an S3 object aborts the request, even before S3 replies', async () => {
  const { server, store } = await openTestS3Store();
  await store.keep(await receiveFile(store, Buffer.alloc(30 * MB)), key);
  const left = server.brokenOff;
  const reading = store.open(key);
  await once(reading, 'readable');
  reading.destroy();
  await server.untilBrokenOff(left + 1);
  server.disturb = () => 'hang';
  const waiting = store.open(key);
  await server.untilAsked(`GET kept/${key}`, 2);
  waiting.destroy();
  await server.untilBrokenOff(left + 2);
});
