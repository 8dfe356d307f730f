import { expect, test } from 'vitest';
import { formatSize } from '#contract/documents.ts';
import { sizeText } from './size.ts';

test.each([
  0, 1, 312, 1023, 1024, 4300, 10_240, 1_048_575, 1_048_576, 5_242_880, 209_715_200, 1_395_864_371,
])('%i bytes read the same here as in the server’s messages', (bytes) =>
  expect(sizeText(bytes)).toBe(formatSize(bytes)),
);
