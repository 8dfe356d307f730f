import fc from 'fast-check';
import { expect } from 'vitest';
import { Email } from '#contract/values/text.ts';
import { composeMarksEmail } from '#server/marks/emails/marks-email.ts';
import { queueTestEmail, readEmailRows, test, testSenderAddress } from '#server/test/mail.ts';
import { getEmailSender } from './compose-email.ts';

/** Strings that could split email headers, are invisible in headers, or look like MIME encoded words. */
const hostile = [
  '\r\n',
  '\n',
  '\r',
  '\0',
  '\u2028',
  '\u2029',
  '\u0085',
  '\v',
  '\u202e',
  '\ufeff',
  '\ud800',
  '\r\nBcc: thief@evil.test',
  '\nTo: thief@evil.test',
  '\r\n\r\n<h1>body</h1>',
  '\r\n.\r\nMAIL FROM:<thief@evil.test>',
  '=?utf-8?B?DQpCY2M6IHRoaWVmQGV2aWwudGVzdA==?=',
  '=?utf-8?Q?=0D=0ABcc:_thief@evil.test?=',
  ', thief@evil.test',
  '<thief@evil.test>',
  '"',
  '\\',
  '(',
  ';',
  ':',
  'ä',
  '😀',
  'محمد',
];
const words = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...hostile) },
      { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
      { weight: 1, arbitrary: fc.constantFrom('x'.repeat(998), 'wort '.repeat(300)) },
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

const localPart = fc
  .array(fc.constantFrom(..."abz09_'+-".split('')), { minLength: 1, maxLength: 40 })
  .map((emails) => emails.join(''));
const recipients = fc
  .tuple(localPart, localPart)
  .map(([first, last]) => `${first}.${last}@university.test`)
  .filter((address) => Email.safeParse(address).success);

function headersOf(raw: Buffer) {
  const [head = ''] = raw.toString('latin1').split('\r\n\r\n', 1);
  return head
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line) => /^([\w-]+): ?(.*)$/.exec(line) ?? [line, `no header: ${line}`, ''])
    .map(([, name = '', value = '']) => ({ name, value }));
}

test('names, titles and addresses cannot inject a header or a recipient into an email', {
  timeout: 60_000,
}, async ({ portal, mailbox, smtp }) => {
  const property = fc.asyncProperty(
    fc.record({
      name: words,
      title: words,
      person: words,
      feedback: words,
      recipient: recipients,
      marker: recipients,
    }),
    async ({ name, title, person, feedback, recipient, marker }) => {
      mailbox.emails.length = 0;
      await portal.db.deleteFrom('emails').execute();
      // The portal keeps a reply address only if it belongs to active staff, so change the admin's email to `marker`.
      await portal.db
        .updateTable('users')
        .set({ email: marker })
        .where('id', '=', portal.adminId)
        .execute();
      const email = composeMarksEmail(getEmailSender(portal), {
        group: { name, title },
        member: { name: person },
        marks: [{ title: 'Proposal', total: 10, marks: 5, feedback }],
        viva: undefined,
        markers: [person],
        replier: { name: person, email: marker },
      });
      // PostgreSQL cannot store NUL characters in text.
      const withoutNul = (text: string) => text.replaceAll('\0', '').toWellFormed();
      await queueTestEmail(portal, recipient, {
        ...email,
        text: withoutNul(email.text),
        html: withoutNul(email.html),
      });
      expect(await portal.deliver(smtp)).toBe(1);

      expect(mailbox.emails).toHaveLength(1);
      const received = mailbox.emails[0];
      expect(received?.envelope).toEqual({ from: 'fyp@university.test', to: [recipient] });
      const headers = headersOf(received?.raw ?? Buffer.alloc(0));
      expect(headers.map((header) => header.name)).toEqual([
        'Auto-Submitted',
        'From',
        'To',
        'Reply-To',
        'Subject',
        'Message-ID',
        'Date',
        'MIME-Version',
        'Content-Type',
      ]);
      const headerOf = (wanted: string) => headers.find((header) => header.name === wanted)?.value;
      expect(headerOf('From')).toBe(testSenderAddress);
      expect(headerOf('To')).toBe(recipient);
      expect(headerOf('Reply-To')).toBe(marker);
      const [row] = await readEmailRows(portal);
      expect(headerOf('Message-ID')).toBe(row?.message_id);
      // The sent subject has bidi isolates, but the stored subject has none.
      expect(received?.subject?.replace(/[\u2068\u2069]/g, '')).toBe(row?.subject);
      expect(received?.raw.toString('latin1')).not.toMatch(/[^\r]\n|\r[^\n]/);
    },
  );
  const encoded = '=?utf-8?Q?=0D=0ABcc:_thief@evil.test?= ';
  const plain = {
    name: encoded,
    title: '',
    person: '',
    feedback: '',
    recipient: 'a.b@university.test',
    marker: 'c.d@university.test',
  };
  await fc.assert(property, { numRuns: 25, examples: [[plain]] });
});
