import { expect, test } from 'vitest';
import { describeMailSetup } from './start-notice.ts';

const config = {
  environment: new Set<string>(),
  smtpUrl: 'smtp://portal:geheim@smtp.university.edu:587',
  mailProblem: undefined,
  confirmEmail: 'on' as const,
  dataDir: '/data',
};

test.each([
  ['the variable', { environment: new Set(['SMTP_URL']) }, 'mail server in SMTP_URL.'],
  ['the setting', {}, 'mail server entered under Settings, Installation.'],
  ['the outbox', { smtpUrl: undefined }, 'each is a file in /data/outbox.'],
  ['a missing key', { mailProblem: 'The key is missing.' }, 'Emails wait: The key is missing.'],
])('the notice at the start names %s, and no password', (_, change, expected) => {
  const notice = describeMailSetup({ ...config, ...change });
  expect(notice).toContain(expected);
  expect(notice).not.toContain('geheim');
});
