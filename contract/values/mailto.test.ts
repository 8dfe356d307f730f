import { expect, it } from 'vitest';
import { buildMailtoUrl } from './mailto.ts';
import { Email } from './text.ts';

it.each([
  ['ayesha.khan@university.edu', 'ayesha.khan@university.edu'],
  ["o'brien+fyp@university.edu", "o'brien%2Bfyp@university.edu"],
  ['a?bcc=b&c@university.edu', 'a%3Fbcc%3Db%26c@university.edu'],
  ['a?bcc=b%2540c.d&e@university.edu', 'a%3Fbcc%3Db%252540c.d%26e@university.edu'],
  ['//www.evil.test/p?1#@university.edu', '%2F%2Fwww.evil.test%2Fp%3F1%23@university.edu'],
])('buildMailtoUrl addresses an email to %s only', (email, target) => {
  const url = new URL(buildMailtoUrl(Email.parse(email)));
  expect(url.href).toBe(`mailto:${target}`);
  expect(url.search + url.hash).toBe('');
  expect(decodeURIComponent(url.pathname)).toBe(email);
});
