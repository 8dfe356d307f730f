import { describe, expect, test } from 'vitest';
import { isOwnName, ratePassword } from './common-passwords.ts';
import { NewPassword } from './password.ts';

const errorOf = (password: unknown) => NewPassword.safeParse(password).error?.issues[0]?.message;

describe('a new password', () => {
  test('has 8 to 128 characters', () => {
    expect(errorOf('a1!a1!a')).toContain('at least 8');
    expect(errorOf('a1!a1!ax')).toBeUndefined();
    expect(errorOf('a1!x'.repeat(32))).toBeUndefined();
    expect(errorOf(`${'a1!x'.repeat(32)}.`)).toContain('128 characters or fewer');
    expect(errorOf(undefined)).toBe('Password is required.');
  });

  test.for(['password', 'PassWord', '12345678', '11111111', 'iloveyou'])(
    'is none of the most used passwords: %s',
    (password) => expect(errorOf(password)).toContain('one of the most used passwords'),
  );

  test.for(['Password2027', 'test1234', 'student123', 'aaaabbbb', 'پاس ورڈ لمبا'])(
    'may resemble one of the most used passwords: %s',
    (password) => expect(errorOf(password)).toBeUndefined(),
  );
});

test.for([
  ['Ayesha Khan', true],
  ['ayeshakhan', true],
  ['AYESHA.K@university.test', true],
  ['ayesha.k', true],
  ['ayesha.k1', false],
  ['ayesha', false],
] as const)('isOwnName(%j) returns %j', ([password, expected]) => {
  const owner = { name: 'Ayesha  Khan', email: 'ayesha.k@university.test' };
  expect(isOwnName(password, owner)).toBe(expected);
});

test.for([
  ['Password2027', 1],
  ['test1234', 1],
  ['20012001', 1],
  ['abababab', 1],
  ['blue kite', 2],
  ['x7Q!mmp2', 2],
  ['correct horse battery', 3],
] as const)('ratePassword(%j) returns level %i', ([password, level]) => {
  expect(ratePassword(password).level).toBe(level);
});
