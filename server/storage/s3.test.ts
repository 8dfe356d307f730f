import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import {
  openTestS3Store,
  receiveFile,
  startS3Server,
  toS3Location,
  toStream,
} from '#server/test/stores.ts';
import { findFileDamage } from './check-file.ts';
import { FilesUnavailableError } from './file-store.ts';
import { openS3Store } from './s3.ts';
import { defaultS3Timeouts } from './s3-client.ts';

const key = '0190f7a0-0000-7000-8000-000000000000';
const MB = 1024 * 1024;

describe('the file store on S3', () => {
  test('fails to open if the bucket is missing or the server does not respond', async () => {
    const server = await startS3Server();
    const place = toS3Location(server);
    await expect(openS3Store({ ...place, bucket: 'others' })).rejects.toThrow(
      'The bucket others cannot be used.',
    );
    await server.stop();
    await expect(openS3Store(place, { ...defaultS3Timeouts, connect: 300 })).rejects.toThrow(
      'ECONNREFUSED',
    );
  });

  test('uploads a small file in one request and a large file in parts of 8 MB', async () => {
    const { server, store } = await openTestS3Store();
    await receiveFile(store);
    expect(server.log.slice(1)).toEqual([expect.stringMatching(/^PUT incoming\/[^/]+$/)]);
    await receiveFile(store, Buffer.alloc(8 * MB));
    expect(server.log.slice(2)).toEqual([expect.stringMatching(/^PUT incoming\/[^/]+$/)]);
    await receiveFile(store, Buffer.alloc(17 * MB));
    expect(server.log.slice(3).map((line) => line.replace(/incoming\/.*?\?/, '?'))).toEqual([
      expect.stringMatching(/^POST \?uploads/),
      expect.stringContaining('partNumber=1'),
      expect.stringContaining('partNumber=2'),
      expect.stringContaining('partNumber=3'),
      expect.stringMatching(/^POST \?uploadId/),
    ]);
    expect(server.uploads.size).toBe(0);
  });

  test('lists every kept file and removes every leftover of old uploads, even if S3 returns several pages of results', async () => {
    const { server, store } = await openTestS3Store();
    server.pageSize = 3;
    const keys = Array.from({ length: 10 }, () => randomUUID()).toSorted();
    const object = { content: Buffer.from('x'), modified: new Date(0) };
    for (const id of keys) {
      server.objects.set(`kept/${id}`, object);
      server.objects.set(`incoming/${id}`, object);
      server.uploads.set(id, { key: `incoming/${id}`, parts: new Map(), initiated: new Date(0) });
    }
    server.objects.set('incoming/new', { ...object, modified: new Date() });
    const listed = await Array.fromAsync(store.list());
    expect(listed.map((file) => file.key)).toEqual(keys);
    expect(await store.removeLeftovers(new Date(1000))).toBe(20);
    expect(server.keysIn('incoming/')).toEqual(['incoming/new']);
    expect(server.keysIn('kept/')).toHaveLength(10);
    expect(server.uploads.size).toBe(0);
  });

  test('retries a request that failed once', async () => {
    const { server, store } = await openTestS3Store();
    const seen = new Set<string>();
    server.disturb = (request) => {
      if (seen.has(request)) return undefined;
      seen.add(request);
      return seen.size % 2 ? 'fail' : 'cut';
    };
    const content = Buffer.alloc(17 * MB, 'abc');
    await store.keep(await receiveFile(store, content), key);
    expect((await buffer(store.open(key))).equals(content)).toBe(true);
    await store.remove(key);
    expect(await store.sizeOf(key)).toBeUndefined();
  });
});

describe('the file store on faulty S3 storage', () => {
  const calls = ['PUT incoming/', String.raw`\?uploads`, 'partNumber=2', 'POST .*uploadId'];

  test.for(calls)(
    'retains no data of an upload if a request that matches “%s” fails',
    async (where) => {
      const { server, store } = await openTestS3Store();
      server.disturb = (request) => (new RegExp(where).test(request) ? 'fail' : undefined);
      const content = where === 'PUT incoming/' ? 'hello' : Buffer.alloc(20 * MB);
      await expect(receiveFile(store, content)).rejects.toThrow(FilesUnavailableError);
      server.disturb = () => undefined;
      expect([server.keysIn(''), server.uploads.size]).toEqual([[], 0]);
    },
  );

  test('leaves no object behind if the reply to an upload or to a copy is lost', async () => {
    const { server, store } = await openTestS3Store({ connect: 300 });
    const received = await receiveFile(store);
    server.disturb = (request) => (request.startsWith('PUT') ? 'lose reply' : undefined);
    await expect(receiveFile(store)).rejects.toThrow(FilesUnavailableError);
    await expect(store.keep(received, key)).rejects.toThrow(FilesUnavailableError);
    expect(server.keysIn('')).toEqual([received.path]);
  });

  test('does not report a file as missing or altered if requests fail or hang', async () => {
    const { server, store } = await openTestS3Store({ request: 200, connect: 200 });
    await store.keep(await receiveFile(store), key);
    const expected = { id: key, size: 5, sha256: 'x' };
    for (const disturbance of ['fail', 'hang', 'cut', 'stop midway', 'cut midway'] as const) {
      server.disturb = () => disturbance;
      await expect(findFileDamage(store, expected), disturbance).rejects.toThrow(
        FilesUnavailableError,
      );
      if (disturbance.endsWith('midway')) continue;
      await expect(store.sizeOf(key), disturbance).rejects.toThrow(FilesUnavailableError);
    }
    server.disturb = () => undefined;
    expect(await findFileDamage(store, expected)).toBe('altered');
  });

  test('times out in every operation if the server does not respond', async () => {
    const { server, store } = await openTestS3Store({ request: 200, check: 200, copy: 200 });
    const received = await receiveFile(store);
    server.disturb = () => 'hang';
    for (const call of [
      () => store.check(),
      () => store.receive(toStream('hello'), 5),
      () => store.keep(received, key),
      () => store.remove(key),
      () => store.removeLeftovers(new Date()),
      () => Array.fromAsync(store.list()),
      () => buffer(store.open(key)),
    ]) {
      await expect(call()).rejects.toThrow(FilesUnavailableError);
    }
  });

  test('throws an error from sizeOf and check if the bucket does not exist, so that no file is reported as missing', async () => {
    const { server, store } = await openTestS3Store();
    const place = { ...toS3Location(server) };
    const gone = await openS3Store(place);
    server.disturb = (request) => (request.startsWith('HEAD') ? 'no bucket' : undefined);
    await expect(gone.sizeOf(key)).rejects.toThrow(FilesUnavailableError);
    await expect(store.check()).rejects.toThrow(FilesUnavailableError);
  });
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
