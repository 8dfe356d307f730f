import { safeStorage } from './safe-storage.ts';

type Parse<Value> = (stored: unknown) => Value | undefined;

/** Stores JSON values. `parse` returns undefined for an invalid value. */
export function createBrowserStore<Value>(kind: 'local' | 'session', parse: Parse<Value>) {
  const storage = safeStorage[kind];
  return {
    read(key: string): Value | undefined {
      try {
        return parse(JSON.parse(storage.getItem(key) ?? 'null'));
      } catch {
        return undefined;
      }
    },
    /** Returns false if the value is lost when the page is reloaded. */
    write: (key: string, value: Value): boolean => storage.setItem(key, JSON.stringify(value)),
    remove: (key: string) => storage.removeItem(key),
  };
}

/** Deletes unsaved drafts and recent entries of the palette: they name people, and the computer may be shared. */
export function clearDrafts() {
  for (const storage of Object.values(safeStorage)) {
    for (const key of storage.getKeys()) {
      if (/^((marks-)?draft|recent):/.test(key)) storage.removeItem(key);
    }
  }
}
