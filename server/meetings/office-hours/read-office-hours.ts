import {
  leaveOutBooked,
  listSlots,
  maxSlotMinutes,
  type Slot,
} from '#contract/rules/office-hours.ts';
import type { Db } from '#server/db/tables.ts';
import type { Services } from '#server/services.ts';

const maxSlotMs = maxSlotMinutes * 60_000;

/** Returns the weekly office hours of a supervisor and the days without them. */
export async function readOfficeHours(db: Db, supervisorId: string) {
  const [times, exceptions] = await Promise.all([
    db
      .selectFrom('office_hours')
      .select(['weekday', 'starts', 'ends', 'minutes'])
      .where('supervisor_id', '=', supervisorId)
      .orderBy('weekday')
      .orderBy('starts')
      .execute(),
    db
      .selectFrom('office_hour_exceptions')
      .select('day_date')
      .where('supervisor_id', '=', supervisorId)
      .orderBy('day_date')
      .execute(),
  ]);
  return { times, exceptions: exceptions.map(({ day_date }) => day_date) };
}

/** Returns the slots of a supervisor that begin after `now` and that no group has booked, in order. */
export async function readFreeSlots(
  db: Db,
  { config }: Pick<Services, 'config'>,
  supervisorId: string,
  now: Date,
): Promise<Slot[]> {
  const [officeHours, booked] = await Promise.all([
    readOfficeHours(db, supervisorId),
    db
      .selectFrom('slot_bookings')
      .select(['starts_at as startsAt', 'minutes'])
      .where('supervisor_id', '=', supervisorId)
      .where('starts_at', '>', new Date(now.getTime() - maxSlotMs).toISOString())
      .execute(),
  ]);
  const slots = listSlots({ ...officeHours, timeZone: config.timeZone }, now);
  return leaveOutBooked(slots, booked);
}
