import { expect, test } from 'vitest';
import type { GroupEmail } from '#contract/marks.ts';
import { describeDelivery } from './delivery.ts';

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

test('describeDelivery returns no outcome while any email is queued', () => {
  const settled = undefined;
  expect(describeDelivery([email('queued')], true)).toEqual({
    text: '1 email queued.',
    outcome: settled,
  });
  expect(describeDelivery([email('sent'), email('queued'), email('refused')], true)).toEqual({
    text: '1 email sent, 1 queued.',
    outcome: settled,
  });
});

test('describeDelivery states how many emails have been sent', () => {
  expect(describeDelivery([email('sent'), email('sent')], true)).toEqual({
    text: '2 emails sent.',
    outcome: 'sent',
  });
});

test('describeDelivery names the recipient of a rejected email and the reason for the rejection', () => {
  expect(describeDelivery([email('sent'), email('refused', '550 no such user')], true)).toEqual({
    text: 'The email to Aya Khan (aya@university.test) was refused: 550 no such user. 1 email sent.',
    outcome: 'refused',
  });
});

test('describeDelivery names the recipient of a withdrawn email and the reason for the withdrawal', () => {
  const reason = 'BSCS-2027-001 is in the bin.';
  expect(describeDelivery([email('withdrawn', reason), email('sent')], true)).toEqual({
    text: `The email to Aya Khan wasn’t sent: ${reason} 1 email sent.`,
    outcome: 'withdrawn',
  });
});

test.each([
  [[email('sent')], '1 email in the outbox folder.'],
  [[email('sent'), email('sent')], '2 emails in the outbox folder.'],
])('describeDelivery mentions the outbox folder if there is no mail server', (emails, text) => {
  expect(describeDelivery(emails, false)).toEqual({
    text: `${text} Emails will be delivered once an admin has set up a mail server.`,
    outcome: 'sent',
  });
});
