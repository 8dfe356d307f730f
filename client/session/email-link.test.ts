import { expect, test } from 'vitest';
import { emailLinkOf } from './email-link.ts';

const token = 'abcdefghijklmnopqrstuvwxyz012345';

test('the login page takes the links of the portal’s emails', () => {
  expect(emailLinkOf(`#confirm=${token}`)).toEqual({ kind: 'confirm', token });
  expect(emailLinkOf(`#reset=${token}`)).toEqual({ kind: 'reset', token });
  expect(emailLinkOf(`#object=${token}`)).toEqual({ kind: 'object', token });
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
  expect(emailLinkOf(hash)).toBeUndefined();
});
