import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#server/db/tables.ts';
import type { Email } from '#tools/test/mailbox.ts';
import { waitUntilEmailsSent } from '#trust/lib/check-history.ts';
import type { Group } from '#trust/lib/fixtures.ts';
import type { RunReport } from '#trust/lib/instrument.ts';

/** Time limit for reminders: the lease of a killed process expires after 5 minutes, and the job runs every minute. */
const remindedWithinMs = 6 * 60_000;
/** Time limit for emails: the lease of a killed process must expire, and the email worker must complete one round. */
const deliveredWithinMs = 3 * 60_000;

export async function checkReminders(db: Db, groups: readonly Group[], report: RunReport) {
  const all = groups.flatMap(({ emails }) => emails);
  const deadline = performance.now() + remindedWithinMs;
  const findReminders = () =>
    db
      .selectFrom('emails')
      .select('recipient')
      .where('recipient', 'in', all)
      .where('subject', 'like', 'Due in %')
      // Search for the deadline in the text instead of the subject, because one email may list several deadlines.
      .where('text_body', 'like', '%February Monthly Report%')
      .execute();
  while ((await findReminders()).length < all.length && performance.now() < deadline)
    await sleep(500);
  const times = Map.groupBy(await findReminders(), ({ recipient }) => recipient);
  for (const email of all) {
    const copyCount = times.get(email)?.length ?? 0;
    report.count('reminders', copyCount);
    if (copyCount !== 1)
      report.addViolations(`${email} was reminded ${copyCount} times instead of once`);
  }
}

/** Checks that each email arrives, and that the number of duplicates does not exceed the number of killed processes. */
export async function checkEmailDelivery(db: Db, emails: readonly Email[], report: RunReport) {
  if (!(await waitUntilEmailsSent(db, deliveredWithinMs)))
    report.addViolations('lost: an email was never sent');
  const duplicates: string[] = [];
  const rows = await db
    .selectFrom('emails')
    .select(['message_id', 'hand_overs', 'attempts', 'last_error'])
    .where('sent_at', 'is not', null)
    .execute();
  // Group the received emails after reading the rows, so that they include every email whose row is marked as sent.
  const copies = Map.groupBy(emails, ({ messageId }) => messageId);
  for (const { message_id, hand_overs, attempts, last_error } of rows) {
    const copyCount = copies.get(message_id)?.length ?? 0;
    if (copyCount === 0) report.addViolations(`lost: email ${message_id} did not arrive`);
    else report.count('emails delivered');
    if (copyCount > hand_overs) report.addViolations(`twice: ${copyCount} copies of ${message_id}`);
    report.count('second copies', Math.max(0, copyCount - 1));
    if (copyCount > 1)
      duplicates.push(`${copyCount} copies of ${message_id}: ${attempts} attempts, ${last_error}`);
  }
  const copiesMade = report.getFigure('second copies');
  report.requireBelow('second copies', copiesMade, report.getFigure('killed') + 1);
  if (copiesMade > report.getFigure('killed')) report.addViolations(...duplicates);
}
