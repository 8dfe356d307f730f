import { isPassed, nextDeadline, remaining } from '#contract/rules/deadlines.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { parseWallClock } from '#contract/values/wall-clock.ts';
import type { Run } from '#trust/lib/instrument.ts';
import { Random } from '#trust/lib/random.ts';
import { type Transition, WallClock } from './wall-clock.ts';

/** Without daylight saving, with an hour of it, half an hour, a leap over a day, and during Ramadan not. */
const zones = [
  ...['Asia/Karachi', 'Europe/London', 'America/New_York', 'Australia/Lord_Howe'],
  ...['Pacific/Apia', 'Africa/Casablanca', 'UTC'],
];
const minute = 60_000;
const range = [Date.UTC(2009, 0, 4), Date.UTC(2045, 0, 1)] as const;

/** Reads `size` deadlines in each zone as the portal does and holds them, and what it says of them, against Intl. */
export const run: Run = async ({ size, seed }, report) => {
  for (const zone of zones) {
    const random = new Random(seed);
    const clock = new WallClock(zone);
    const transitions = clock.transitions(...range);
    const locals = Array.from({ length: size }, () => localTime(random, transitions));
    let previous = Number.NEGATIVE_INFINITY;
    for (const local of locals.sort((one, other) => one - other)) {
      const written = new Date(local).toISOString().slice(0, 16).replace('T', ' ');
      const due = Date.parse(parseWallClock(written, zone) ?? '');
      const expected = clock.lastAt(local);
      const violate = (what: string) => report.violate(`${written} in ${zone}: ${what}`);
      if (due !== expected) violate(`is ${iso(due)}, not ${iso(expected)}`);
      const shown = clock.shows(expected);
      if (shown !== local) report.count('times that a clock leaps over');
      else {
        if (due < previous) violate(`is ${iso(due)}, before an earlier one: ${iso(previous)}`);
        previous = due;
        if ([30, 60, 120].some((earlier) => clock.shows(expected - earlier * minute) === local))
          report.count('times that a clock shows twice');
      }
      const text = formatDateTime(new Date(due), zone);
      if (text !== formatted(shown)) violate(`is shown as ${text}, not ${formatted(shown)}`);
      checkCountdown(due, random, violate);
      report.count('deadlines');
    }
  }
  // Local times that do not exist, or exist twice, are what goes wrong.
  report.requireAtLeast({
    deadlines: size * zones.length,
    'times that a clock leaps over': size / 20,
    'times that a clock shows twice': size / 20,
  });
};

/** Any minute of the years, or one within three hours of a change of the offset. */
function localTime(random: Random, transitions: readonly Transition[]): number {
  const near = transitions[random.whole(0, transitions.length * 2)];
  if (near) return near.at + near.before + random.whole(-180, 180) * minute;
  return range[0] + random.whole(0, (range[1] - range[0]) / minute) * minute;
}

const iso = (instant: number) => (Number.isNaN(instant) ? 'none' : new Date(instant).toISOString());

const months =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

function formatted(local: number): string {
  const [year = '', month, day, time] = new Date(local).toISOString().slice(0, 16).split(/[-T]/);
  return `${Number(day)} ${months[Number(month) - 1]} ${year}, ${time}`;
}

/** Passed changes at the end of the due minute and nowhere else, and what remains is never negative. */
function checkCountdown(due: number, random: Random, violate: (what: string) => void) {
  const deadline = { title: 'Thesis', due: iso(due) };
  const away = random.whole(2, 400 * 1440) * minute + random.whole(0, minute - 1);
  for (const ms of [-away, -minute, -1, 0, 1, minute - 1, minute, away]) {
    const now = new Date(due + ms);
    if (isPassed(deadline, now) !== ms >= minute) violate(`${ms} ms from due isPassed is wrong`);
    const isNext = nextDeadline([deadline], now) !== undefined;
    if (isNext !== ms < minute) violate(`${ms} ms from due nextDeadline is wrong`);
    const left = remaining(deadline, now);
    const expected = ms < minute ? Math.max(0, Math.floor(-ms / minute)) : undefined;
    const sum = left && (left.days * 24 + left.hours) * 60 + left.minutes;
    const isBelow = (figure: number, limit: number) => figure >= 0 && figure < limit;
    const isSound =
      !left || (left.days >= 0 && isBelow(left.hours, 24) && isBelow(left.minutes, 60));
    if (sum !== expected || !isSound)
      violate(`${ms} ms from due there remain ${JSON.stringify(left)}`);
  }
}
