type Parse<Value> = (stored: unknown) => Value | undefined;

/** Stores JSON values. `parse` returns undefined for an invalid value. No method throws, even if storage is blocked. */
export function createBrowserStore<Value>(kind: 'local' | 'session', parse: Parse<Value>) {
  // Call this inside `try`: even reading the global `localStorage` throws if the browser blocks storage.
  const storage = () => (kind === 'local' ? localStorage : sessionStorage);
  return {
    read(key: string): Value | undefined {
      try {
        return parse(JSON.parse(storage().getItem(key) ?? 'null'));
      } catch {
        return undefined;
      }
    },
    write(key: string, value: Value): boolean {
      try {
        storage().setItem(key, JSON.stringify(value));
        return true;
      } catch {
        return false;
      }
    },
    remove(key: string) {
      try {
        storage().removeItem(key);
      } catch {
        // Ignore the error: if storage is blocked, no value is stored.
      }
    },
  };
}

/** Deletes unsaved drafts and recent entries of the palette: they name people, and the computer may be shared. */
export function clearDrafts() {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) {
      if (/^((marks-)?draft|recent):/.test(key)) storage.removeItem(key);
    }
  }
}
