import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from './file-store.ts';

/** Returns a store that writes only to `store`. Files that are missing from `store` are read from `previous`. */
export function createFallbackStore(store: FileStore, previous: FileStore): FileStore {
  const findStore = async (key: string) =>
    (await store.sizeOf(key)) === undefined ? previous : store;
  return {
    ...store,
    sizeOf: async (key) => (await findStore(key)).sizeOf(key),
    open: (key, range) => openLater(async () => (await findStore(key)).open(key, range)),
    addressOf: async (key, headers) => (await findStore(key)).addressOf(key, headers),
    async *pieces(key) {
      yield* (await findStore(key)).pieces(key);
    },
    async check() {
      await store.check();
      await previous.check();
    },
  };
}

function openLater(open: () => Promise<Readable>): Readable {
  const content = new PassThrough();
  open()
    .then((source) => pipeline(source, content))
    .catch((error) => content.destroy(error));
  return content;
}
