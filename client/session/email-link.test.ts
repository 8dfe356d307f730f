import { expect, test } from 'vitest';
import { parseEmailLink } from './email-link.ts';

const token = 'abcdefghijklmnopqrstuvwxyz012345';

test('parseEmailLink parses confirmation, password reset and objection links', () => {
  expect(parseEmailLink(`#confirm=${token}`)).toEqual({ kind: 'confirm', token });
  expect(parseEmailLink(`#reset=${token}`)).toEqual({ kind: 'reset', token });
  expect(parseEmailLink(`#object=${token}`)).toEqual({ kind: 'object', token });
});

test.each([
  '',
  '#',
  '#faq-fees',
  '#reset=',
  '#reset=short',
  `#delete=${token}`,
  `#reset=${token}&x`,
])('parseEmailLink returns undefined for the fragment %j', (hash) => {
  expect(parseEmailLink(hash)).toBeUndefined();
});
