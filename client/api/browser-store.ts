type Parse<Value> = (stored: unknown) => Value | undefined;

/**
 * Creates a store for JSON values in `localStorage` or `sessionStorage`. `parse` validates a stored value, and returns
 * undefined if the value is invalid. No method throws, even if storage is full or blocked.
 */
export function createBrowserStore<Value>(kind: 'local' | 'session', parse: Parse<Value>) {
  // Access `localStorage` in a function called inside `try`, because access throws if the browser blocks storage.
  const storage = () => (kind === 'local' ? localStorage : sessionStorage);
  return {
    read(key: string): Value | undefined {
      try {
        return parse(JSON.parse(storage().getItem(key) ?? 'null'));
      } catch {
        return undefined;
      }
    },
    /** Returns false if the browser did not store the value. */
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

/** Deletes unsaved drafts from the browser, because they contain personal data and the computer may be shared. */
export function clearDrafts() {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) {
      if (/^(marks-)?draft:/.test(key)) storage.removeItem(key);
    }
  }
}
