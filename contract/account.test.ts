import { describe, expect, it } from 'vitest';
import { LinkToken } from './account.ts';

describe('the token of a link', () => {
  it.each([20, 43, 100])('may have %i characters', (length) =>
    expect(LinkToken.safeParse('x'.repeat(length)).success).toBe(true),
  );

  it.each([0, 19, 101])('has not %i characters', (length) =>
    expect(LinkToken.safeParse('x'.repeat(length)).success).toBe(false),
  );
});
