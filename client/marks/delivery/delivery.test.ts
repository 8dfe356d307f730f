import { expect, test } from 'vitest';
import type { GroupEmail } from '#contract/marks.ts';
import { deliveryOf } from './delivery.ts';

const email = (state: GroupEmail['state'], reason: string | null = null): GroupEmail => ({
  _id: '1',
  memberId: '2',
  memberName: 'Aya Khan',
  recipient: 'aya@university.test',
  subject: 'BSCS-2027-001: Month 1 marked',
  state,
  reason,
  queuedAt: '2027-01-15T10:00:00.000Z',
  sentAt: null,
  refusedAt: null,
});

test('emails of which one is queued are not settled', () => {
  const settled = undefined;
  expect(deliveryOf([email('queued')], true)).toEqual({
    text: '1 email is queued.',
    outcome: settled,
  });
  expect(deliveryOf([email('sent'), email('queued'), email('refused')], true)).toEqual({
    text: '1 email is sent, 1 queued.',
    outcome: settled,
  });
});

test('emails that are all sent are counted', () => {
  expect(deliveryOf([email('sent'), email('sent')], true)).toEqual({
    text: '2 emails are sent.',
    outcome: 'sent',
  });
});

test('an email that is refused is named with the reason', () => {
  expect(deliveryOf([email('sent'), email('refused', '550 no such user')], true)).toEqual({
    text: 'The email to Aya Khan (aya@university.test) was refused: 550 no such user. 1 email is sent.',
    outcome: 'refused',
  });
});

test('an email that is withdrawn is named with the reason', () => {
  const reason = 'BSCS-2027-001 is in the bin.';
  expect(deliveryOf([email('withdrawn', reason), email('sent')], true)).toEqual({
    text: `The email to Aya Khan was not sent: ${reason} 1 email is sent.`,
    outcome: 'withdrawn',
  });
});

test.each([
  [[email('sent')], '1 email is in the outbox folder.'],
  [[email('sent'), email('sent')], '2 emails are in the outbox folder.'],
])(
  'without a mail server the outbox sends, and the text says where the emails are',
  (emails, text) => {
    expect(deliveryOf(emails, false)).toEqual({
      text: `${text} To send email to people, name a mail server in SMTP_URL.`,
      outcome: 'sent',
    });
  },
);
