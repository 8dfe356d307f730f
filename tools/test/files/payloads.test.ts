import { expect, test } from 'vitest';
import { packPayloads, payloads } from './payloads.ts';

test('the payload list contains at least 300 unique payloads', () => {
  expect(payloads.length).toBeGreaterThanOrEqual(300);
  expect(new Set(payloads).size).toBe(payloads.length);
});

test('packPayloads returns strings within the length limit that contain every payload', () => {
  const texts = packPayloads(2000, () => true);
  for (const payload of payloads) expect(texts.some((text) => text.includes(payload))).toBe(true);
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThanOrEqual(2000);
});
