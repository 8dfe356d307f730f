import { afterEach, expect, test, vi } from 'vitest';
import { browserStore } from './browser-store.ts';

const numbers = browserStore('local', (stored) =>
  typeof stored === 'number' ? stored : undefined,
);

function storageOf(stored: Record<string, string>, isFull = false) {
  const values = new Map(Object.entries(stored));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      values.set(key, value);
    },
    removeItem: (key: string) => values.delete(key),
  });
}

afterEach(() => vi.unstubAllGlobals());

test('a value that was written is read again, until it is removed', () => {
  storageOf({});
  expect(numbers.write('a', 7)).toBe(true);
  expect(numbers.read('a')).toBe(7);
  numbers.remove('a');
  expect(numbers.read('a')).toBeUndefined();
});

test('what is no JSON, or not what was kept, counts as absent', () => {
  storageOf({ garbled: '{', other: '"text"' });
  expect(numbers.read('garbled')).toBeUndefined();
  expect(numbers.read('other')).toBeUndefined();
});

test('a full storage and one that the browser blocks keep nothing, and break nothing', () => {
  storageOf({}, true);
  expect(numbers.write('a', 7)).toBe(false);
  vi.unstubAllGlobals();
  expect(numbers.write('a', 7)).toBe(false);
  expect(numbers.read('a')).toBeUndefined();
  expect(() => numbers.remove('a')).not.toThrow();
});
