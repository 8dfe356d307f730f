import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { OfficeHours } from '#contract/meetings/office-hours.ts';
import { recordAuditEntry, toUserSubject } from '#server/audit/record-entry.ts';
import { lockUsers } from '#server/db/lock-rows.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { readOfficeHours } from './read-office-hours.ts';

/** Replaces the caller's office hours. Slots that are booked stay booked, even if they are no longer offered. */
export async function saveOfficeHours(
  services: Services,
  caller: Caller,
  { times, exceptions }: OfficeHours,
) {
  const { userId } = caller;
  await writeAs(services, caller, async (context) => {
    const { trx } = context;
    // Bookings lock the same row, so that nobody books a slot that is being removed.
    await lockUsers(trx).where('id', '=', userId).execute();
    const stored = await readOfficeHours(trx, userId);
    const wanted = sortOfficeHours({ times, exceptions });
    // An unchanged save writes nothing, so that repetitions do not fill the audit trail.
    if (isDeepStrictEqual(sortOfficeHours(stored), wanted)) return;
    for (const table of ['office_hours', 'office_hour_exceptions'] as const) {
      const removed = trx.deleteFrom(table).where('supervisor_id', '=', userId);
      await removed.execute();
    }
    if (times.length > 0) {
      const rows = times.map((time) => ({ id: randomUUID(), supervisor_id: userId, ...time }));
      await trx.insertInto('office_hours').values(rows).execute();
    }
    const days = wanted.exceptions;
    if (days.length > 0) {
      const rows = days.map((day_date) => ({ supervisor_id: userId, day_date }));
      await trx.insertInto('office_hour_exceptions').values(rows).execute();
    }
    const detail = `${times.length} a week, ${days.length} days without`;
    const subject = toUserSubject(caller);
    await recordAuditEntry(context, {
      action: 'office-hours-changed',
      by: caller,
      subject,
      detail,
    });
  });
  return { message: 'Office hours saved' };
}

const sortOfficeHours = ({ times, exceptions }: OfficeHours): OfficeHours => ({
  times: times
    .map(({ weekday, starts, ends, minutes }) => ({ weekday, starts, ends, minutes }))
    .sort((a, b) => a.weekday - b.weekday || (a.starts < b.starts ? -1 : 1)),
  exceptions: [...new Set(exceptions)].sort(),
});
