import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Mailbox, startTestSmtpServer } from './mailbox.ts';

let mailbox: Mailbox;
beforeEach(async () => {
  mailbox = await startTestSmtpServer();
});
afterEach(() => mailbox.close());

function send(to: string, subject = 'Your marks') {
  const text = 'Semester 7: 14 of 20 – well done.';
  return createTransport(mailbox.url).sendMail({
    from: 'Portal <fyp@portal.test>',
    to,
    subject,
    text,
  });
}

test('waitFor resolves with the text and envelope of an email', async () => {
  const arrival = mailbox.waitFor('AYESHA@student.test');
  await send('Ayesha <ayesha@student.test>');
  const [email] = await arrival;
  expect(email).toMatchObject({
    subject: 'Your marks',
    text: 'Semester 7: 14 of 20 – well done.\n',
    envelope: { from: 'fyp@portal.test', to: ['ayesha@student.test'] },
  });
});

test("waitFor returns a recipient's emails in order of arrival", async () => {
  await send('ayesha@student.test', 'first');
  await send('bilal@student.test');
  await send('ayesha@student.test', 'second');
  const emails = await mailbox.waitFor('ayesha@student.test', 2);
  expect(emails.map(({ subject }) => subject)).toEqual(['first', 'second']);
  expect(mailbox.to('nobody@student.test')).toEqual([]);
});

test('waitFor times out with an error that lists the received emails', async () => {
  await send('ayesha@student.test', 'first');
  await expect(mailbox.waitFor('ayesha@student.test', 2, 50)).rejects.toThrow(
    'ayesha@student.test: first',
  );
});

test('a mailbox does not store emails that it rejects', async () => {
  mailbox.onRcpt = () => ({ code: 550, message: 'no such user' });
  await expect(send('ayesha@student.test')).rejects.toMatchObject({ responseCode: 550 });
  mailbox.onRcpt = undefined;
  mailbox.onData = () => ({ code: 451, message: 'try later' });
  await expect(send('ayesha@student.test')).rejects.toMatchObject({ responseCode: 451 });
  expect(mailbox.emails).toEqual([]);
});
