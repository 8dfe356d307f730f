import { describe, expect } from 'vitest';
import { saveMarks } from '#contract/marks.ts';
import { DeliveryError } from '#server/mail/outbox.ts';
import { createTestGroup, getItemAt } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { queueOverdueMarksEmails } from './emails/mail-group.ts';

const minute = 60_000;
const hour = 60 * minute;
const year = 365 * 24 * hour;
const jumps = { '10 minutes': 10 * minute, 'a day': 24 * hour, 'a year': year };

/** Returns a transport that counts the delivery attempts per email. The first `failures` attempts fail temporarily. */
function counting(failures = 0) {
  const copies = new Map<string, number>();
  let left = failures;
  const send = async ({ message_id }: { message_id: string }) => {
    copies.set(message_id, (copies.get(message_id) ?? 0) + 1);
    left -= 1;
    if (left >= 0) throw new DeliveryError('451 try later', 'email');
  };
  return { transport: { send, close: () => {} }, copies };
}

async function mark(portal: Portal, jump = 0) {
  const { groupId, ids, supervisor } = await createTestGroup(portal, { size: 3 });
  portal.wait(jump);
  const caller = await portal.logInAs(supervisor.userId);
  const marks = Object.fromEntries(ids.map((id) => [id, { month1: { marks: 7 } }]));
  await caller.call(saveMarks, { body: { semester: 'Semester 7', groupId, marks } });
}

const emails = (portal: Portal) => portal.db.selectFrom('emails').selectAll().execute();

describe.each(Object.entries(jumps))('a clock jump of %s and back', (_, ms) => {
  test('does not lose or duplicate an email about marks', async ({ portal }) => {
    await mark(portal);
    const { transport, copies } = counting();
    for (const jump of [ms, -ms, -ms, ms]) {
      portal.wait(jump);
      await queueOverdueMarksEmails(portal);
      await portal.deliver(transport);
    }
    expect([...copies.values()]).toEqual([1, 1, 1]);
  });

  test('does not delay the queueing of emails about marks', async ({ portal }) => {
    await mark(portal, ms);
    portal.wait(-ms);
    portal.wait(3 * minute);
    await queueOverdueMarksEmails(portal);
    expect(await emails(portal)).toHaveLength(3);
  });

  test('does not delay the retry of an email beyond its back-off', async ({ portal }) => {
    await mark(portal);
    portal.wait(ms);
    await queueOverdueMarksEmails(portal);
    const { transport, copies } = counting(3);
    await portal.deliver(transport);
    portal.wait(-ms);
    for (let tries = 0; tries < 8; tries += 1) {
      portal.wait(hour);
      await portal.deliver(transport);
    }
    expect([...copies.values()]).toEqual([2, 2, 2]);
  });

  test('does not prevent the delivery of an email whose lease belongs to a crashed process', async ({
    portal,
  }) => {
    await mark(portal, ms);
    portal.wait(3 * minute);
    await queueOverdueMarksEmails(portal);
    const leased_until = new Date(portal.clock().getTime() + 5 * minute).toISOString();
    await portal.db.updateTable('emails').set({ leased_until }).execute();
    portal.wait(-ms);
    portal.wait(7 * hour);
    const { transport, copies } = counting();
    await portal.deliver(transport);
    expect(getItemAt([...copies.values()], 2)).toBe(1);
  });
});

test('delivery of an unsent email is attempted at most once per jump if the clock repeatedly jumps back and forth', async ({
  portal,
}) => {
  await mark(portal);
  portal.wait(3 * minute);
  await queueOverdueMarksEmails(portal);
  const { transport, copies } = counting(1000);
  for (let turn = 0; turn < 4; turn += 1) {
    portal.wait(turn % 2 === 0 ? year : -year);
    await portal.deliver(transport);
    await portal.deliver(transport);
  }
  // Each of the four jumps makes the email due again, so at most four deliveries are attempted.
  expect(Math.max(...copies.values())).toBeLessThanOrEqual(4);
});
