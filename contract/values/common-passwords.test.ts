import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';
import { NewPassword } from './password.ts';

describe('isCommonPassword', () => {
  it.each([
    'password',
    'PASSWORD',
    'Password2027',
    'qwertyuiop',
    '12345678',
    '87654321',
    'abcdefgh',
    'iloveyou',
    'jordan23',
  ])('returns true for %s', (password) => expect(isCommonPassword(password)).toBe(true));

  it('returns true for a password that repeats a single character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
        fc.integer({ min: 8, max: 40 }),
        (character, times) => {
          fc.pre(character.toLowerCase().length === character.length);
          expect(isCommonPassword(character.repeat(times))).toBe(true);
        },
      ),
    );
  });

  it('ignores case and trailing digits', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('sunshine', 'football', 'welcome'),
        fc.nat(),
        fc.boolean(),
        (word, number, isUpper) => {
          expect(isCommonPassword(`${isUpper ? word.toUpperCase() : word}${number}`)).toBe(true);
        },
      ),
    );
  });

  it.each(['correct horse battery', 'پاس ورڈ لمبا', 'x7Q!mmp2'])(
    'returns false for %s',
    (password) => expect(isCommonPassword(password)).toBe(false),
  );
});

describe('a new password', () => {
  const errorOf = (password: unknown) => NewPassword.safeParse(password).error?.issues[0]?.message;

  it('must have 8 to 128 characters', () => {
    expect(errorOf('a1!a1!a')).toContain('at least 8');
    expect(errorOf('a1!a1!ax')).toBeUndefined();
    expect(errorOf('a1!x'.repeat(32))).toBeUndefined();
    expect(errorOf(`${'a1!x'.repeat(32)}.`)).toContain('at most 128');
    expect(errorOf(undefined)).toBe('Password is required.');
  });

  it('must not be a common password', () => {
    expect(errorOf('Password2027')).toContain('one of the most frequently leaked passwords');
  });
});
