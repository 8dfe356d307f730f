/** The instant, in ISO UTC, of "2027-05-30T14:00", also with a space, by the clock of a time zone; undefined for none. */
export function instantOfInput(value: string, timeZone: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value)) return undefined;
  const wall = Date.parse(`${value.slice(0, 16).replace(' ', 'T')}:00Z`);
  if (Number.isNaN(wall)) return undefined;
  // The zone's offset differs at most once between the guess and the instant.
  const first = wall - offsetAt(wall, timeZone);
  return new Date(wall - offsetAt(first, timeZone)).toISOString();
}

/** What a `datetime-local` field shows for an instant. */
export function inputOfInstant(instant: string, timeZone: string): string {
  const at = Date.parse(instant);
  return new Date(at + offsetAt(at, timeZone)).toISOString().slice(0, 16);
}

/** How far the zone's clock is ahead of UTC, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23', timeZone },
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  const [year, month, day] = [part('year'), part('month'), part('day')];
  const local = Date.UTC(year, month - 1, day, part('hour'), part('minute'), part('second'));
  return local - Math.floor(at / 1000) * 1000;
}
