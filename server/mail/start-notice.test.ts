import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { describeMailSetup } from './start-notice.ts';

const noticeFor = (env: Record<string, string>) =>
  describeMailSetup(readConfig({ DATA_DIR: '/srv/portal', ...env }));

test.for([
  { env: {}, files: true, mode: 'off' },
  { env: { PUBLIC_URL: 'https://fyp.university.edu' }, files: true, mode: 'admin' },
  { env: { CONFIRM_EMAIL: 'on' }, files: true, mode: 'on' },
  { env: { SMTP_URL: 'smtp://user:secret@mail.university.edu' }, files: false, mode: 'on' },
])(
  'describeMailSetup states how emails are delivered and the CONFIRM_EMAIL mode for $env',
  ({ env, files, mode }) => {
    const words = noticeFor(env as Record<string, string>);
    expect(words.includes('each is a file in /srv/portal/outbox')).toBe(files);
    expect(words).toContain(`CONFIRM_EMAIL=${mode}`);
    expect(words).not.toContain('secret');
  },
);
