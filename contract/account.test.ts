import { describe, expect, it } from 'vitest';
import { LinkToken } from './account.ts';

describe('LinkToken', () => {
  it.each([20, 43, 100])('accepts a token of %i characters', (length) =>
    expect(LinkToken.safeParse('x'.repeat(length)).success).toBe(true),
  );

  it.each([0, 19, 101])('rejects a token of %i characters', (length) =>
    expect(LinkToken.safeParse('x'.repeat(length)).success).toBe(false),
  );
});
