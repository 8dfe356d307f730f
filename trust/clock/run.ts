import { getTimeLeft, isPassed, nextDeadline } from '#contract/rules/deadlines.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { parseWallClock } from '#contract/values/wall-clock.ts';
import type { Run } from '#trust/lib/instrument.ts';
import { Random } from '#trust/lib/random.ts';
import { type Transition, WallClock } from './wall-clock.ts';

/** Zones with and without daylight saving, with a skipped day (Apia), and with a shift for Ramadan. */
const zones = [
  'Asia/Karachi',
  'Europe/London',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Casablanca',
  'UTC',
];
const minute = 60_000;
const range = [Date.UTC(2009, 0, 4), Date.UTC(2045, 0, 1)] as const;

/** Checks parsing, formatting and countdown of `size` random deadlines in each zone against Intl. */
export const run: Run = async ({ size, seed }, report) => {
  for (const zone of zones) {
    const random = new Random(seed);
    const clock = new WallClock(zone);
    const transitions = clock.listTransitions(...range);
    const locals = Array.from({ length: size }, () => randomLocalTime(random, transitions));
    let previous = Number.NEGATIVE_INFINITY;
    for (const local of locals.sort((first, second) => first - second)) {
      const text = new Date(local).toISOString().slice(0, 16).replace('T', ' ');
      const due = Date.parse(parseWallClock(text, zone) ?? '');
      const expected = clock.findLastInstant(local);
      const reportViolation = (message: string) =>
        report.addViolations(`${text} in ${zone}: ${message}`);
      if (due !== expected) reportViolation(`is ${toIso(due)}, not ${toIso(expected)}`);
      const shownTime = clock.localTimeAt(expected);
      if (shownTime !== local) report.count('skipped local times');
      else {
        if (due < previous)
          reportViolation(`is ${toIso(due)}, before an earlier one: ${toIso(previous)}`);
        previous = due;
        if (
          [30, 60, 120].some((earlier) => clock.localTimeAt(expected - earlier * minute) === local)
        )
          report.count('repeated local times');
      }
      const formattedText = formatDateTime(new Date(due), zone);
      if (formattedText !== formatLocal(shownTime))
        reportViolation(`is shown as ${formattedText}, not ${formatLocal(shownTime)}`);
      checkCountdown(due, random, reportViolation);
      report.count('deadlines');
    }
  }
  // Skipped and repeated local times are the cases where bugs occur.
  report.requireAtLeast({
    deadlines: size * zones.length,
    'skipped local times': size / 20,
    'repeated local times': size / 20,
  });
};

/** Returns a random minute of the range, or one within three hours of an offset change. */
function randomLocalTime(random: Random, transitions: readonly Transition[]): number {
  const transition = transitions[random.whole(0, transitions.length * 2)];
  if (transition) return transition.at + transition.before + random.whole(-180, 180) * minute;
  return range[0] + random.whole(0, (range[1] - range[0]) / minute) * minute;
}

const toIso = (instant: number) =>
  Number.isNaN(instant) ? 'none' : new Date(instant).toISOString();

const months =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

function formatLocal(local: number): string {
  const [year = '', month, day, time] = new Date(local).toISOString().slice(0, 16).split(/[-T]/);
  return `${Number(day)} ${months[Number(month) - 1]} ${year}, ${time}`;
}

/** Checks that a deadline passes exactly at the end of its minute, and that the remaining time is never negative. */
function checkCountdown(due: number, random: Random, reportViolation: (message: string) => void) {
  const deadline = { title: 'Thesis', due: toIso(due) };
  const offsetMs = random.whole(2, 400 * 1440) * minute + random.whole(0, minute - 1);
  for (const ms of [-offsetMs, -minute, -1, 0, 1, minute - 1, minute, offsetMs]) {
    const now = new Date(due + ms);
    if (isPassed(deadline, now) !== ms >= minute)
      reportViolation(`${ms} ms from due isPassed is wrong`);
    const isNext = nextDeadline([deadline], now) !== undefined;
    if (isNext !== ms < minute) reportViolation(`${ms} ms from due nextDeadline is wrong`);
    const remainingTime = getTimeLeft(deadline, now);
    const expected = ms < minute ? Math.max(0, Math.floor(-ms / minute)) : undefined;
    const sum =
      remainingTime && (remainingTime.days * 24 + remainingTime.hours) * 60 + remainingTime.minutes;
    const isBelow = (figure: number, limit: number) => figure >= 0 && figure < limit;
    const isSound =
      !remainingTime ||
      (remainingTime.days >= 0 &&
        isBelow(remainingTime.hours, 24) &&
        isBelow(remainingTime.minutes, 60));
    if (sum !== expected || !isSound)
      reportViolation(`${ms} ms from due there remain ${JSON.stringify(remainingTime)}`);
  }
}
