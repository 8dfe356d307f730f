import { expect, test } from 'vitest';
import { letterLinkOf } from './letter-link.ts';

const token = 'abcdefghijklmnopqrstuvwxyz012345';

test('the login page takes the links of the portal’s emails', () => {
  expect(letterLinkOf(`#confirm=${token}`)).toEqual({ kind: 'confirm', token });
  expect(letterLinkOf(`#reset=${token}`)).toEqual({ kind: 'reset', token });
  expect(letterLinkOf(`#object=${token}`)).toEqual({ kind: 'object', token });
});

test.each([
  '',
  '#',
  '#faq-fees',
  '#reset=',
  '#reset=short',
  `#delete=${token}`,
  `#reset=${token}&x`,
])('%j is no link of an email', (hash) => {
  expect(letterLinkOf(hash)).toBeUndefined();
});
