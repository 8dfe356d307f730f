import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createConfiguredTransport } from './configured-transport.ts';
import type { OutgoingEmail } from './outbox.ts';

const folder = mkdtempSync(join(tmpdir(), 'transport-'));
afterAll(() => rmSync(folder, { recursive: true }));

const email = {
  id: 'a',
  message_id: '<a@university.test>',
  recipient: 'student@university.test',
  subject: 'Subject',
  text_body: 'Text',
  html_body: '<p>Text</p>',
  queued_at: '2027-01-15T10:00:00.000Z',
  attemptAt: '2027-01-15T10:00:00.000Z',
} as OutgoingEmail;

test('a transport that could not be opened is opened again with the next email, and can be closed', async () => {
  const config = {
    smtpUrl: 'smtp://127.0.0.1:1' as string | undefined,
    mailProblem: undefined,
    environment: new Set<string>(),
    mailFrom: 'FYP Portal <portal@university.test>',
    publicUrl: 'http://127.0.0.1:3000',
    dataDir: join(folder, 'data'),
  };
  const transport = await createConfiguredTransport(config, {
    department: {},
    refreshIfOlderThan: async () => {},
  });
  config.smtpUrl = undefined;
  const send = () => transport.send(email, async () => {});
  // The outbox folder cannot be created while a file has the name of the data folder.
  writeFileSync(config.dataDir, '');
  await expect(send()).rejects.toThrow(/ENOTDIR|EEXIST/);
  transport.close();
  rmSync(config.dataDir);
  await send();
  expect(readdirSync(join(config.dataDir, 'outbox'))).toHaveLength(1);
});
