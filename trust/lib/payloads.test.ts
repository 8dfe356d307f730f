import { expect, test } from 'vitest';
import { packed, payloads } from './payloads.ts';

test('there are 300 script payloads and more, each once', () => {
  expect(payloads.length).toBeGreaterThanOrEqual(300);
  expect(new Set(payloads).size).toBe(payloads.length);
});

test('packed into texts none is lost, and no text is too long', () => {
  const texts = packed(2000, () => true);
  for (const payload of payloads) expect(texts.some((text) => text.includes(payload))).toBe(true);
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThanOrEqual(2000);
});
