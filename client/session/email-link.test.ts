import { expect, test } from 'vitest';
import { links } from '#contract/links.ts';
import { parseEmailLink } from './email-link.ts';

const token = 'abcdefghijklmnopqrstuvwxyz012345';

test.each([
  ['confirm', links.confirmEmail],
  ['reset', links.resetPassword],
  ['object', links.objectToGroup],
] as const)(
  'parseEmailLink parses a link of kind %s, however mail programs spell it',
  (kind, buildLink) => {
    const link = buildLink(token);
    const encoded = [link, link.replace('#', '%23'), link.replace('#', '%2523')];
    for (const ending of ['', ')', '.', '>', '%3E', '&gt;', '&x', '"', ' =']) {
      for (const spelling of encoded) {
        expect(parseEmailLink(spelling + ending), spelling + ending).toEqual({ kind, token });
      }
    }
  },
);

test.each(['', '.', ')', '%3E', '&gt;'])(
  'parseEmailLink reads the account of a link to choose a password that ends with %j',
  (ending) => {
    const email = 'ali+fyp@university.test';
    const link = links.resetPassword(token, email);
    for (const spelling of [link, link.replace('#', '%23')])
      expect(parseEmailLink(spelling + ending), spelling).toEqual({ kind: 'reset', token, email });
    expect(parseEmailLink(`#reset=${token}&for=nobody`)).toEqual({ kind: 'reset', token });
  },
);

test.each(['#reset=', '#reset=short', `/login%23reset=${token.repeat(4)}`])(
  'parseEmailLink returns no token for the incomplete link %s',
  (text) => {
    expect(parseEmailLink(text)).toEqual({ kind: 'reset' });
  },
);

test.each(['', '#', '#faq-fees', '/login', `#delete=${token}`, `reset=${token}`])(
  'parseEmailLink returns undefined for %j',
  (text) => {
    expect(parseEmailLink(text)).toBeUndefined();
  },
);
