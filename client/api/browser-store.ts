type Parse<Value> = (stored: unknown) => Value | undefined;

/**
 * Values kept in this browser (`local`) or in this tab until it is closed (`session`), as JSON. `parse` checks what is
 * read; what it does not know counts as absent. A storage that is full, blocked or garbled never throws. Keys of drafts
 * begin with `draft:`, so that logging out clears them.
 */
export function browserStore<Value>(kind: 'local' | 'session', parse: Parse<Value>) {
  // Looked up at each use: the property itself throws where the browser blocks storage.
  const storage = () => (kind === 'local' ? localStorage : sessionStorage);
  return {
    read(key: string): Value | undefined {
      try {
        return parse(JSON.parse(storage().getItem(key) ?? 'null'));
      } catch {
        return undefined;
      }
    },
    /** False when the browser has not kept it. */
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
        // A blocked storage holds nothing.
      }
    },
  };
}

/** What was typed and not sent names people and marks: it does not stay on a computer that others use. */
export function clearDrafts() {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) {
      if (/^(marks-)?draft:/.test(key)) storage.removeItem(key);
    }
  }
}
