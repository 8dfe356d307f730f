const wallClock = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)$/;
const dayMs = 24 * 3_600_000;

/**
 * The instant, in ISO UTC, at which the clocks of a time zone show "2027-05-30 14:00" (also with a T); undefined for a
 * date or time that is not in the calendar.
 *
 * If a change of the clocks makes a time ambiguous, the later instant counts (Temporal's `later`): a repeated time means
 * its second occurrence, and a skipped time moves forward by the length of the gap. A deadline therefore never passes
 * while clocks still show an earlier time.
 */
export function parseWallClock(local: string, timeZone: string): string | undefined {
  const [, date, time] = wallClock.exec(local) ?? [];
  const asUtc = Date.parse(`${date}T${time}Z`);
  // Date.parse accepts 30 February and 24:00, and returns a later day.
  if (Number.isNaN(asUtc) || toMinutes(asUtc) !== `${date}T${time}`) return undefined;
  // No zone changes its clocks by more than a day, so these are the offsets on both sides of a change.
  const instants = [asUtc - dayMs, asUtc + dayMs].map((near) => asUtc - offsetAt(near, timeZone));
  const exact = instants.filter((instant) => instant + offsetAt(instant, timeZone) === asUtc);
  const instant = Math.max(...(exact.length > 0 ? exact : instants));
  return new Date(instant).toISOString().replace('.000Z', 'Z');
}

/** "2027-05-07T23:59": what the clocks of a time zone show at an instant, as a `datetime-local` field takes it. */
export function formatWallClock(instant: string, timeZone: string): string {
  const at = Date.parse(instant);
  return toMinutes(at + offsetAt(at, timeZone));
}

const toMinutes = (ms: number) => new Date(ms).toISOString().slice(0, 16);

/** How far the zone's clock is ahead of UTC, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    era: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).formatToParts(instant);
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
