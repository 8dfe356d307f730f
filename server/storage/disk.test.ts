import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect } from 'vitest';
import { Problem } from '#contract/problem.ts';
import { withKept } from '#server/documents/add-document.ts';
import { test } from '#server/test/portal.ts';
import { type FileStore, openDiskStore } from './disk.ts';
import { ReceivedFile } from './received-file.ts';

const key = '0190f7a0-0000-7000-8000-000000000000';
const stream = (...chunks: string[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
const namesIn = async (folder: string) => (await readdir(folder, { recursive: true })).toSorted();

async function received(store: FileStore, text = 'hello') {
  const file = await store.receive(stream(text), 100);
  if (!file) throw new Error('It was refused.');
  return file;
}

describe('the store of files', () => {
  test('counts and hashes what it receives, and gives it back whole or in part', async ({
    portal,
  }) => {
    const store = await openDiskStore(join(portal.folder, 'store'));
    const file = await store.receive(stream('hel', 'lo'), 5);
    expect(file).toMatchObject({
      size: 5,
      sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    });
    await store.keep(file ?? (await received(store)), key);
    expect((await buffer(store.open(key))).toString()).toBe('hello');
    expect((await buffer(store.open(key, { start: 1, end: 3 }))).toString()).toBe('ell');
    expect(await namesIn(join(portal.folder, 'store'))).toEqual([
      'incoming',
      'kept',
      `kept/${key}`,
    ]);
  });

  test('keeps nothing of what is too large, breaks off or is given up', async ({ portal }) => {
    const folder = join(portal.folder, 'store');
    const store = await openDiskStore(folder);
    expect(await store.receive(stream('hello', 'x'), 5)).toBeUndefined();
    const breaking = Readable.from(
      (async function* () {
        yield Buffer.from('hel');
        throw new Error('cut');
      })(),
    );
    await expect(store.receive(breaking, 100)).rejects.toThrow('cut');
    await store.discard(await received(store));
    expect(await namesIn(folder)).toEqual(['incoming', 'kept']);
  });

  test('is readable by nobody else on the machine', async ({ portal }) => {
    const store = await openDiskStore(join(portal.folder, 'store'));
    const { path } = await received(store);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test('removes what is not there without a word, and says when it cannot be written', async ({
    portal,
  }) => {
    const folder = join(portal.folder, 'store');
    const store = await openDiskStore(folder);
    await store.remove(key);
    await store.check();
    expect(await store.sizeOf(key)).toBeUndefined();
    await expect(store.sizeOf('a'.repeat(300))).rejects.toThrow('ENAMETOOLONG');
    await rm(folder, { recursive: true });
    await expect(store.check()).rejects.toThrow('ENOENT');
  });

  test('gives up every kept file when the work that writes their rows fails', async ({
    portal,
  }) => {
    const folder = join(portal.folder, 'store');
    const files = await openDiskStore(folder);
    const one = new ReceivedFile('thesis', 'a.pdf', 'application/pdf', await received(files));
    const gone = new ReceivedFile('thesis', 'b.pdf', 'application/pdf', {
      ...(await received(files)),
      path: join(folder, 'nowhere'),
    });
    await expect(
      withKept({ files }, [one], () => Promise.reject(new Problem('no-group', 'no row'))),
    ).rejects.toThrow('no row');
    const two = new ReceivedFile('thesis', 'c.pdf', 'application/pdf', await received(files));
    await expect(withKept({ files }, [two, gone], async () => 'done')).rejects.toThrow('ENOENT');
    expect((await namesIn(folder)).filter((name) => name.startsWith('kept/'))).toEqual([]);
  });
});
