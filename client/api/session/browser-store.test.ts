import { afterEach, expect, test, vi } from 'vitest';
import { clearDrafts, createBrowserStore } from './browser-store.ts';

const numbers = createBrowserStore('local', (stored) =>
  typeof stored === 'number' ? stored : undefined,
);

function stubStorage(stored: Record<string, string>, isFull = false) {
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

test('a browser store returns a written value until it is removed', () => {
  stubStorage({});
  expect(numbers.write('a', 7)).toBe(true);
  expect(numbers.read('a')).toBe(7);
  numbers.remove('a');
  expect(numbers.read('a')).toBeUndefined();
});

test('a browser store returns undefined for invalid JSON and for values that fail validation', () => {
  stubStorage({ garbled: '{', other: '"text"' });
  expect(numbers.read('garbled')).toBeUndefined();
  expect(numbers.read('other')).toBeUndefined();
});

test('a browser store keeps values in memory if storage is full or blocked', () => {
  stubStorage({}, true);
  expect(numbers.write('a', 7)).toBe(false);
  vi.unstubAllGlobals();
  expect(numbers.write('a', 8)).toBe(false);
  expect(numbers.read('a')).toBe(8);
  clearDrafts();
  expect(numbers.read('a')).toBe(8);
  numbers.remove('a');
  expect(numbers.read('a')).toBeUndefined();
});
