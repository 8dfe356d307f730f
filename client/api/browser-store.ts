type Parse<Value> = (stored: unknown) => Value | undefined;

/**
 * Stores values as JSON in the browser (`local`) or in the tab until it closes (`session`). `parse` validates a stored
 * value and returns undefined for an invalid one. No method throws, even if the storage is full or blocked. Keys with
 * the prefix `draft:` are removed at logout.
 */
export function browserStore<Value>(kind: 'local' | 'session', parse: Parse<Value>) {
  // Read the property inside `try`: it throws if the browser blocks storage.
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
        // A blocked storage is empty.
      }
    },
  };
}

/** Removes unsent drafts, which contain personal data, from a computer that may be shared. */
export function clearDrafts() {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) {
      if (/^(marks-)?draft:/.test(key)) storage.removeItem(key);
    }
  }
}
