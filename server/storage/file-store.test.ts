import { type FileHandle, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect } from 'vitest';
import { Problem } from '#contract/problem.ts';
import { withStoredFiles } from '#server/documents/add-document.ts';
import { test } from '#server/test/portal.ts';
import { receiveFile, testStores, toStream } from '#server/test/stores.ts';
import { findFileDamage } from './check-file.ts';
import { openDiskStore, writeWholeChunk } from './disk.ts';
import { ReceivedFile } from './received-file.ts';

const key = '0190f7a0-0000-7000-8000-000000000000';
const hello = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';

describe.for(Object.entries(testStores))('the file store on %s', ([, openStore]) => {
  test('returns the size and hash of a received file, and reads it completely or in part', async ({
    portal,
  }) => {
    const { store, names } = await openStore(portal.folder);
    const file = await store.receive(toStream('hel', 'lo'), 5);
    if (!file) throw new Error('It was refused.');
    expect(file).toMatchObject({ size: 5, sha256: hello });
    expect((await buffer(store.openReceived(file))).toString()).toBe('hello');
    expect((await buffer(store.openReceived(file, { start: 0, end: 1 }))).toString()).toBe('he');
    await store.keep(file, key);
    await store.discard(file);
    expect((await buffer(store.open(key))).toString()).toBe('hello');
    expect((await buffer(store.open(key, { start: 1, end: 3 }))).toString()).toBe('ell');
    expect((await buffer(store.pieces(key))).toString()).toBe('hello');
    expect(await store.sizeOf(key)).toBe(5);
    expect(await names()).toEqual([`kept/${key}`]);
  });

  test('stores and returns a 20 MB file unchanged', async ({ portal }) => {
    const { store, names } = await openStore(portal.folder);
    const content = Buffer.alloc(20_000_001, 'all work and no play ');
    const file = await receiveFile(store, content);
    await store.keep(file, key);
    await store.discard(file);
    expect((await buffer(store.open(key))).equals(content)).toBe(true);
    expect(await findFileDamage(store, { id: key, ...file })).toBeUndefined();
    expect(await names()).toEqual([`kept/${key}`]);
  });

  test('keeps no data of an upload that is too large, incomplete, discarded or rejected for lack of space', async ({
    portal,
  }) => {
    const { store, names } = await openStore(portal.folder);
    expect(await store.receive(toStream('hello', 'x'), 5)).toBeUndefined();
    const megabyte = Buffer.alloc(1_000_000);
    const breaking = (times: number) =>
      Readable.from(
        (async function* () {
          for (let time = 0; time < times; time += 1) yield megabyte;
          throw new Error('cut');
        })(),
      );
    await expect(store.receive(breaking(1), 1e9)).rejects.toThrow('cut');
    await expect(store.receive(breaking(18), 1e9)).rejects.toThrow('cut');
    const noSpace = () => Promise.reject(new Error('no space'));
    await expect(store.receive(breaking(18), 1e9, noSpace)).rejects.toThrow('no space');
    const long = toStream(...Array.from({ length: 18 }, () => megabyte));
    expect(await store.receive(long, 17_500_000)).toBeUndefined();
    await store.discard(await receiveFile(store));
    expect(await names()).toEqual([]);
  });

  test('leaves the rest of the stream readable after rejecting an upload as too large', async ({
    portal,
  }) => {
    const { store } = await openStore(portal.folder);
    const stream = toStream('hello', 'and', 'more');
    expect(await store.receive(stream, 4)).toBeUndefined();
    expect((await buffer(stream)).toString()).toBe('andmore');
  });

  test('ignores requests to remove a missing file, and reports ENOENT when a missing file is read', async ({
    portal,
  }) => {
    const { store } = await openStore(portal.folder);
    await store.remove(key);
    await store.check();
    expect(await store.sizeOf(key)).toBeUndefined();
    await expect(buffer(store.open(key))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await findFileDamage(store, { id: key, size: 5, sha256: hello })).toBe('missing');
    await store.keep(await receiveFile(store, 'jello'), key);
    expect(await findFileDamage(store, { id: key, size: 5, sha256: hello })).toBe('altered');
    await store.remove(key);
    expect(await store.sizeOf(key)).toBeUndefined();
  });

  test('lists stored files, and removes uploads that began before a given time and were never stored', async ({
    portal,
  }) => {
    const { store, names } = await openStore(portal.folder);
    await store.keep(await receiveFile(store), key);
    const old = await receiveFile(store);
    const listed = await Array.fromAsync(store.list());
    expect(listed.map((file) => file.key)).toEqual([key]);
    // The storage's clock may differ from the clock of the test process.
    const keptAt = listed[0]?.since.getTime() ?? Number.NaN;
    const before = new Date(keptAt - 60_000);
    const after = new Date(keptAt + 60_000);
    expect(await store.removeLeftovers(before)).toBe(0);
    expect((await buffer(store.openReceived(old))).toString()).toBe('hello');
    expect(await store.removeLeftovers(after)).toBeGreaterThan(0);
    expect(await names()).toEqual([`kept/${key}`]);
  });

  test('fails its health check if it is not writable', async ({ portal }) => {
    const { store, lose } = await openStore(portal.folder);
    const received = await receiveFile(store);
    await lose();
    await expect(store.check()).rejects.toThrow(/ENOENT|ECONNREFUSED/);
    await expect(store.keep(received, key)).rejects.toThrow(/ENOENT|ECONNREFUSED/);
  });

  test('removes all newly stored files if writing their database rows fails', async ({
    portal,
  }) => {
    const { store, names } = await openStore(portal.folder);
    const files = store;
    const thesis = async (name: string) =>
      new ReceivedFile(
        'thesis',
        name,
        { mediaType: 'application/pdf', warning: null },
        await receiveFile(store),
      );
    const gone = await thesis('gone.pdf');
    await store.discard(gone.stored);
    const file = await thesis('a.pdf');
    await expect(
      withStoredFiles({ files }, [file], () => Promise.reject(new Problem('no-group', 'no row'))),
    ).rejects.toThrow('no row');
    const two = await thesis('c.pdf');
    await expect(withStoredFiles({ files }, [two, gone], async () => 'done')).rejects.toMatchObject(
      {
        code: 'ENOENT',
      },
    );
    expect((await names()).filter((name) => name.startsWith('kept/'))).toEqual([]);
  });
});

describe('the file store on disk', () => {
  test('keeps an upload in progress, no matter how old, when another process opens the store', async ({
    portal,
  }) => {
    const folder = join(portal.folder, 'store');
    const store = await openDiskStore(folder);
    const received = await receiveFile(store);
    await utimes(received.path, new Date(0), new Date(0));
    await openDiskStore(folder);
    await store.keep(received, key);
    expect(await store.sizeOf(key)).toBe(5);
  });

  test('writes the rest of a chunk after a partial write, as on a nearly full disk', async () => {
    let written = '';
    const write = async (chunk: Buffer, at: number) => {
      written += chunk.subarray(at, at + 2);
      return { bytesWritten: Math.min(2, chunk.length - at) };
    };
    await writeWholeChunk({ write } as unknown as FileHandle, Buffer.from('hello'));
    expect(written).toBe('hello');
  });

  test('makes its files unreadable to other users of the machine', async ({ portal }) => {
    const store = await openDiskStore(join(portal.folder, 'store'));
    const { path } = await receiveFile(store);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await expect(store.sizeOf('a'.repeat(300))).rejects.toThrow('ENAMETOOLONG');
  });
});
