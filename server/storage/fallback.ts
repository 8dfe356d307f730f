import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from './file-store.ts';

/** While files move: what is not in the store yet is read where it was. Nothing is written or removed there. */
export function withFallback(store: FileStore, before: FileStore): FileStore {
  const holderOf = async (key: string) =>
    (await store.sizeOf(key)) === undefined ? before : store;
  return {
    ...store,
    sizeOf: async (key) => (await holderOf(key)).sizeOf(key),
    open: (key, range) => later(async () => (await holderOf(key)).open(key, range)),
    addressOf: async (key, headers) => (await holderOf(key)).addressOf(key, headers),
    async *pieces(key) {
      yield* (await holderOf(key)).pieces(key);
    },
    async check() {
      await store.check();
      await before.check();
    },
  };
}

function later(open: () => Promise<Readable>): Readable {
  const content = new PassThrough();
  open()
    .then((source) => pipeline(source, content))
    .catch((error) => content.destroy(error));
  return content;
}
