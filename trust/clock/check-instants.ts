import { isPassed, nextDeadline, remaining } from '#contract/deadlines.ts';
import { formatDateTime } from '#contract/time.ts';
import { instantOf } from '#server/content/instant-of.ts';
import { Random } from '#trust/lib/random.ts';
import { type Transition, WallClock } from './wall-clock.ts';

/** Without daylight saving, with an hour of it, half an hour, a leap over a day, and during Ramadan not. */
export const zones = [
  'Asia/Karachi',
  'Europe/London',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Casablanca',
  'UTC',
] as const;

const minute = 60_000;
const range = [Date.UTC(2009, 0, 4), Date.UTC(2045, 0, 1)] as const;

type InstantFigures = {
  instants: number;
  /** Local times that a clock leaps over, and those that it shows twice. */
  skipped: number;
  twice: number;
  faults: string[];
};

/** Reads `size` deadlines in each zone as the portal does and holds them, and what it says of them, against Intl. */
export function checkInstants({ size, seed }: { size: number; seed: number }): InstantFigures {
  const figures: InstantFigures = { instants: 0, skipped: 0, twice: 0, faults: [] };
  for (const zone of zones) {
    const random = new Random(seed);
    const clock = new WallClock(zone);
    const transitions = clock.transitions(...range);
    const locals = Array.from({ length: size }, () => aLocalTime(random, transitions));
    let previous = Number.NEGATIVE_INFINITY;
    for (const local of locals.sort((one, other) => one - other)) {
      const written = new Date(local).toISOString().slice(0, 16).replace('T', ' ');
      const due = Date.parse(instantOf(written, zone) ?? '');
      const expected = clock.firstAt(local);
      const say = (what: string) => figures.faults.push(`${written} in ${zone}: ${what}`);
      if (due !== expected) say(`is ${iso(due)}, not ${iso(expected)}`);
      if (due < previous)
        say(`is ${iso(due)}, before a deadline written earlier: ${iso(previous)}`);
      previous = due;
      const shown = clock.shows(expected);
      if (shown !== local) figures.skipped += 1;
      else if (isShownAgain(clock, expected, local)) figures.twice += 1;
      const words = inWords(shown);
      const said = formatDateTime(new Date(due), zone);
      if (said !== words) say(`is shown as ${said}, not ${words}`);
      checkCountdown(due, random, say);
      figures.instants += 1;
    }
  }
  return figures;
}

/** Any minute of the years, or one within three hours of a change of the offset. */
function aLocalTime(random: Random, transitions: readonly Transition[]): number {
  const near = transitions[random.whole(0, transitions.length * 2)];
  if (near) return near.at + near.before + random.whole(-180, 180) * minute;
  return range[0] + random.whole(0, (range[1] - range[0]) / minute) * minute;
}

const isShownAgain = (clock: WallClock, first: number, local: number) =>
  [30, 60, 120].some((minutes) => clock.shows(first + minutes * minute) === local);

const iso = (instant: number) => (Number.isNaN(instant) ? 'none' : new Date(instant).toISOString());

const months =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

function inWords(local: number): string {
  const [year = '', month, day, time] = new Date(local).toISOString().slice(0, 16).split(/[-T]/);
  return `${Number(day)} ${months[Number(month) - 1]} ${year}, ${time}`;
}

/** Passed flips at the instant and nowhere else, and what remains is never negative. */
function checkCountdown(due: number, random: Random, say: (what: string) => void) {
  const deadline = { title: 'Thesis', due: iso(due) };
  const away = random.whole(2, 400 * 1440) * minute + random.whole(0, minute - 1);
  for (const ms of [-away, -minute, -1, 0, 1, minute, away]) {
    const now = new Date(due + ms);
    if (isPassed(deadline, now) !== ms > 0) say(`${ms} ms from due it is wrong about being passed`);
    const isNext = nextDeadline([deadline], now) !== undefined;
    if (isNext !== ms < 0) say(`${ms} ms from due it is wrong about being next`);
    const left = remaining(deadline, now);
    const expected = ms < 0 ? Math.floor(-ms / minute) : undefined;
    const sum = left && (left.days * 24 + left.hours) * 60 + left.minutes;
    const isSound =
      !left || (left.days >= 0 && isBelow(left.hours, 24) && isBelow(left.minutes, 60));
    if (sum !== expected || !isSound) say(`${ms} ms from due there remain ${JSON.stringify(left)}`);
  }
}

const isBelow = (figure: number, limit: number) => figure >= 0 && figure < limit;
