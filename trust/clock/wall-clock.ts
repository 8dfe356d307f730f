const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
/** Farther than any zone's clock was ever moved: Apia's went over a whole day. */
const far = 36 * hour;

/** A zone's offsets changed at this instant: by how much its clock was ahead of UTC before and after. */
export type Transition = { at: number; before: number; after: number };

/**
 * A zone's wall clock by Intl alone, which has a time-zone database of its own beside Temporal's. Local times are
 * numbers: the milliseconds that the same figures would be in UTC.
 */
export class WallClock {
  readonly #format: Intl.DateTimeFormat;

  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  }

  /** What the clock shows at an instant of a whole second. */
  shows(instant: number): number {
    const shown = this.#format.format(instant);
    const [, day, month, year, time] = /^(\d\d)\/(\d\d)\/(\d{4}), ([\d:]{8})$/.exec(shown) ?? [];
    return Date.parse(`${year}-${month}-${day}T${time}Z`);
  }

  ahead(instant: number): number {
    return this.shows(instant) - instant;
  }

  /** The last instant at which the clock shows `local`; for a skipped time, by the clock before the change. */
  lastAt(local: number): number {
    const [before, after] = [this.ahead(local - far), this.ahead(local + far)];
    const shown = [local - before, local - after].filter((at) => this.shows(at) === local);
    return shown.length > 0 ? Math.max(...shown) : local - before;
  }

  /** Every change of the offset between two instants that stays for a week at least. */
  transitions(from: number, to: number): Transition[] {
    const found: Transition[] = [];
    const step = 7 * 24 * hour;
    for (let start = from; start < to; start += step) {
      const [before, after] = [this.ahead(start), this.ahead(start + step)];
      if (before === after) continue;
      const at = firstWhere(start, start + step, (instant) => this.ahead(instant) === after);
      found.push({ at, before, after });
    }
    return found;
  }
}

/** The first whole second from `low` to `high` where `is` turns true for good. */
function firstWhere(low: number, high: number, is: (at: number) => boolean): number {
  let [no, yes] = [low / second, high / second];
  while (yes - no > 1) {
    const middle = Math.floor((no + yes) / 2);
    if (is(middle * second)) yes = middle;
    else no = middle;
  }
  return yes * second;
}
