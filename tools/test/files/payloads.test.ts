import { expect, test } from 'vitest';
import { joinXssPayloads, xssPayloads } from './payloads.ts';

test('the XSS payload list contains at least 300 payloads and no duplicates', () => {
  expect(xssPayloads.length).toBeGreaterThanOrEqual(300);
  expect(new Set(xssPayloads).size).toBe(xssPayloads.length);
});

test('joinXssPayloads fits every payload into strings that do not exceed the length limit', () => {
  const texts = joinXssPayloads(2000, () => true);
  for (const payload of xssPayloads)
    expect(texts.some((text) => text.includes(payload))).toBe(true);
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThanOrEqual(2000);
});
