import { expect, test } from 'vitest';
import { packPayloads, xssPayloads } from './payloads.ts';

test('the payload list contains at least 300 unique payloads', () => {
  expect(xssPayloads.length).toBeGreaterThanOrEqual(300);
  expect(new Set(xssPayloads).size).toBe(xssPayloads.length);
});

test('packPayloads returns strings within the length limit that contain every payload', () => {
  const texts = packPayloads(2000, () => true);
  for (const payload of xssPayloads)
    expect(texts.some((text) => text.includes(payload))).toBe(true);
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThanOrEqual(2000);
});
