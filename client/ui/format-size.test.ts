import { expect, test } from 'vitest';
import { formatSize as formatServerSize } from '#contract/documents.ts';
import { formatSize } from './format-size.ts';

test.each([
  0, 1, 312, 1023, 1024, 4300, 10_240, 1_048_575, 1_048_576, 5_242_880, 209_715_200, 1_395_864_371,
])('formatSize formats %i bytes in the same way as the server’s messages', (bytes) =>
  expect(formatSize(bytes)).toBe(formatServerSize(bytes)),
);
