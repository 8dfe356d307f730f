import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#server/db/tables.ts';
import { areAllSent } from '#trust/lib/check-history.ts';
import type { Group } from '#trust/lib/fixtures.ts';
import type { Report } from '#trust/lib/instrument.ts';
import type { KeptEmail } from '#trust/mail/scripted-server.ts';

/** A job of a process that was killed begins a minute after its successor; a lease of one ends after five. */
const remindedWithinMs = 6 * 60_000;
/** A lease of a killed process, and a round. */
const deliveredWithinMs = 3 * 60_000;

/** Every student of the groups is reminded of the deadline that was set for them, once. */
export async function checkReminders(db: Db, groups: readonly Group[], report: Report) {
  const all = groups.flatMap(({ emails }) => emails);
  const until = performance.now() + remindedWithinMs;
  const find = () =>
    db
      .selectFrom('emails')
      .select('recipient')
      .where('recipient', 'in', all)
      .where('subject', 'like', 'Due in %')
      // In the text: one email tells of all deadlines that are near, and a date of the calendar may be near too.
      .where('text_body', 'like', '%February Monthly Report%')
      .execute();
  while ((await find()).length < all.length && performance.now() < until) await sleep(500);
  const times = Map.groupBy(await find(), ({ recipient }) => recipient);
  for (const email of all) {
    const found = times.get(email)?.length ?? 0;
    report.count('reminders', found);
    if (found !== 1) report.violate(`${email} was reminded ${found} times instead of once`);
  }
}

/** Each email arrives, and a second time only where a process was killed between its final dot and the reply. */
export async function checkDelivery(db: Db, kept: readonly KeptEmail[], report: Report) {
  if (!(await areAllSent(db, deliveredWithinMs))) report.violate('lost: an email was never sent');
  const again: string[] = [];
  const rows = await db
    .selectFrom('emails')
    .select(['message_id', 'hand_overs', 'attempts', 'last_error'])
    .where('sent_at', 'is not', null)
    .execute();
  // Grouped after that: another that is queued and sent meanwhile is in no row.
  const copies = Map.groupBy(kept, ({ messageId }) => messageId.replace(/[<>]/g, ''));
  for (const { message_id, hand_overs, attempts, last_error } of rows) {
    const found = copies.get(message_id.replace(/[<>]/g, ''))?.length ?? 0;
    if (found === 0) report.violate(`lost: email ${message_id} did not arrive`);
    else report.count('emails delivered');
    if (found > hand_overs) report.violate(`twice: ${found} copies of ${message_id}`);
    report.count('second copies', Math.max(0, found - 1));
    if (found > 1)
      again.push(`${found} copies of ${message_id}: ${attempts} attempts, ${last_error}`);
  }
  const copiesMade = report.of('second copies');
  report.requireBelow('second copies', copiesMade, report.of('killed') + 1);
  if (copiesMade > report.of('killed')) report.violate(...again);
}
