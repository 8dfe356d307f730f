const wallClock = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)$/;
const dayMs = 24 * 3_600_000;
/** Caches formatters by time zone, because creating a formatter is many times slower than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns the instant (ISO 8601 in UTC) of a local time such as "2027-05-30T14:00", or undefined if it is invalid. A
 * repeated time means its second occurrence; a skipped time moves forward by the gap (Temporal's `later`).
 */
export function parseWallClock(local: string, timeZone: string): string | undefined {
  const [, date, time] = wallClock.exec(local) ?? [];
  const asUtc = Date.parse(`${date}T${time}Z`);
  // Reject 30 February and 24:00, which Date.parse reads as a later day.
  if (Number.isNaN(asUtc) || toMinutes(asUtc) !== `${date}T${time}`) return undefined;
  // Try the UTC offsets one day before and one day after, which differ if the clock changes in between.
  const instants = [asUtc - dayMs, asUtc + dayMs].map((near) => asUtc - offsetAt(near, timeZone));
  const exact = instants.filter((instant) => instant + offsetAt(instant, timeZone) === asUtc);
  const instant = Math.max(...(exact.length > 0 ? exact : instants));
  return new Date(instant).toISOString().replace('.000Z', 'Z');
}

/** Returns the local time of an instant for a `datetime-local` field: "2027-05-07T23:59". */
export function formatWallClock(instant: string, timeZone: string): string {
  const at = Date.parse(instant);
  return toMinutes(at + offsetAt(at, timeZone));
}

const toMinutes = (ms: number) => new Date(ms).toISOString().slice(0, 16);

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat('en-GB', {
    era: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
  formats.set(timeZone, format);
  return format;
}

/** Returns the offset of a time zone from UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const parts = formatIn(timeZone).formatToParts(instant);
  const { era, year, month, day, hour, minute, second } = Object.fromEntries(
    parts.map(({ type, value }) => [type, value]),
  );
  // The year 1 BC is the year 0 in ISO 8601.
  const isoYear = era === 'BC' ? 1 - Number(year) : Number(year);
  const local = new Date(0);
  local.setUTCFullYear(isoYear, Number(month) - 1, Number(day));
  local.setUTCHours(Number(hour), Number(minute), Number(second));
  return local.getTime() - Math.floor(instant / 1000) * 1000;
}
