const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
/** Larger than any offset change in the time-zone database: Apia skipped a whole day. */
const maxOffsetChange = 36 * hour;

/** A change of a zone's UTC offset. `before` and `after` are offsets in milliseconds. */
export type Transition = { at: number; before: number; after: number };

/**
 * A zone's wall clock computed by Intl, whose time-zone data is independent of Temporal's. A local time is the
 * epoch in milliseconds that its digits would have in UTC.
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

  localTimeAt(instant: number): number {
    const text = this.#format.format(instant);
    const [, day, month, year, time] = /^(\d\d)\/(\d\d)\/(\d{4}), ([\d:]{8})$/.exec(text) ?? [];
    return Date.parse(`${year}-${month}-${day}T${time}Z`);
  }

  offsetAt(instant: number): number {
    return this.localTimeAt(instant) - instant;
  }

  /** Returns the last instant at which the clock shows `local`, or the instant before a skip. */
  findLastInstant(local: number): number {
    const [before, after] = [
      this.offsetAt(local - maxOffsetChange),
      this.offsetAt(local + maxOffsetChange),
    ];
    const text = [local - before, local - after].filter((at) => this.localTimeAt(at) === local);
    return text.length > 0 ? Math.max(...text) : local - before;
  }

  /** Returns the offset changes between two instants that last at least a week. */
  listTransitions(from: number, to: number): Transition[] {
    const transitions: Transition[] = [];
    const step = 7 * 24 * hour;
    for (let start = from; start < to; start += step) {
      const [before, after] = [this.offsetAt(start), this.offsetAt(start + step)];
      if (before === after) continue;
      const at = findFirst(start, start + step, (instant) => this.offsetAt(instant) === after);
      transitions.push({ at, before, after });
    }
    return transitions;
  }
}

/** Returns the first whole second at which `predicate` becomes true, by binary search. */
function findFirst(low: number, high: number, predicate: (at: number) => boolean): number {
  let [lower, upper] = [low / second, high / second];
  while (upper - lower > 1) {
    const middle = Math.floor((lower + upper) / 2);
    if (predicate(middle * second)) upper = middle;
    else lower = middle;
  }
  return upper * second;
}
