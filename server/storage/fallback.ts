import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from './file-store.ts';

/**
 * Returns a store that writes only to `store`. Files that are missing from `store` are read from `previous`. Removing a
 * file deletes it in both, because it would otherwise still be found in `previous`, and `list` covers both.
 */
export function createFallbackStore(store: FileStore, previous: FileStore): FileStore {
  const findStore = async (key: string) =>
    (await store.sizeOf(key)) === undefined ? previous : store;
  return {
    ...store,
    async remove(key) {
      await store.remove(key);
      await previous.remove(key);
    },
    sizeOf: async (key) => (await findStore(key)).sizeOf(key),
    open: (key, range) => openLater(async () => (await findStore(key)).open(key, range)),
    addressOf: async (key, headers) => (await findStore(key)).addressOf(key, headers),
    async *pieces(key) {
      yield* (await findStore(key)).pieces(key);
    },
    async *list() {
      const keys = new Set<string>();
      for await (const file of store.list()) {
        keys.add(file.key);
        yield file;
      }
      for await (const file of previous.list()) if (!keys.has(file.key)) yield file;
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
