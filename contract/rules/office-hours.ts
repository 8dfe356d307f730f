import { formatCalendarDate, formatDateTime } from '#contract/values/time.ts';
import { parseWallClock } from '#contract/values/wall-clock.ts';

/** Weekly office hours, divided into slots. Weekdays are 1 (Monday) to 7; times are local, such as "14:00". */
export type WeeklyTime = { weekday: number; starts: string; ends: string; minutes: number };
export type Slot = { startsAt: string; minutes: number };

export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** Number of days for which slots can be booked in advance. */
export const bookableDays = 28;
export const maxSlotMinutes = 120;
const dayMs = 24 * 3_600_000;

/** Converts "14:30" to the minutes since midnight. */
export const toMinuteOfDay = (time: string): number =>
  Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const toTime = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

type Calendar = { times: readonly WeeklyTime[]; exceptions: readonly string[]; timeZone: string };

/** Lists the slots that begin after `now`, in order. `exceptions` are days (YYYY-MM-DD) without office hours. */
export function listSlots({ times, exceptions, timeZone }: Calendar, now: Date): Slot[] {
  const today = Date.parse(`${formatCalendarDate(now, timeZone)}T00:00:00Z`);
  const slots = Array.from({ length: bookableDays }, (_, index) => {
    const day = new Date(today + index * dayMs);
    const date = day.toISOString().slice(0, 10);
    if (exceptions.includes(date)) return [];
    const weekday = day.getUTCDay() || 7;
    return times
      .filter((time) => time.weekday === weekday)
      .flatMap((time) => listSlotsOfDay(date, time, timeZone));
  }).flat();
  const startsAfterNow = ({ startsAt }: Slot) => Date.parse(startsAt) > now.getTime();
  return slots.filter(startsAfterNow).sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1));
}

function listSlotsOfDay(date: string, time: WeeklyTime, timeZone: string): Slot[] {
  const { starts, ends, minutes } = time;
  const [first, last] = [toMinuteOfDay(starts), toMinuteOfDay(ends) - minutes];
  const count = Math.max(0, Math.floor((last - first) / minutes) + 1);
  return Array.from({ length: count }, (_, index) =>
    parseWallClock(`${date} ${toTime(first + index * minutes)}`, timeZone),
  ).flatMap((instant) =>
    instant === undefined ? [] : [{ startsAt: new Date(instant).toISOString(), minutes }],
  );
}

/** True if the office hours are on the same weekday and have minutes in common. */
export const isAtSameTime = (a: WeeklyTime, b: WeeklyTime): boolean =>
  a.weekday === b.weekday && a.starts < b.ends && b.starts < a.ends;

const findEnd = ({ startsAt, minutes }: Slot) => Date.parse(startsAt) + minutes * 60_000;

/** Leaves out the slots that have minutes in common with a booked slot, which may be of earlier office hours. */
export const leaveOutBooked = (slots: readonly Slot[], booked: readonly Slot[]): Slot[] =>
  slots.filter((slot) =>
    booked.every(
      (other) =>
        findEnd(slot) <= Date.parse(other.startsAt) || findEnd(other) <= Date.parse(slot.startsAt),
    ),
  );

/** Names a slot in a sentence: "the slot on 12 March 2027, 14:00". */
export const nameSlot = (startsAt: string, timeZone: string): string =>
  `the slot on ${formatDateTime(startsAt, timeZone)}`;
