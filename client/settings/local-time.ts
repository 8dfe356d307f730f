const local = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d)$/;

/** How far a zone's clock is ahead of UTC at an instant, in ms. */
function offsetAt(instant: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const { year, month, day, hour, minute } = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, value]),
  );
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`) - instant;
}

/** The instant of "2027-05-30 14:00" by a zone's clock, in ISO; undefined for what is no time. For previews. */
export function instantAt(text: string, timeZone: string): string | undefined {
  if (!local.test(text)) return undefined;
  const asUtc = Date.parse(`${text.replace(' ', 'T')}:00Z`);
  if (Number.isNaN(asUtc)) return undefined;
  // The offset may differ between the two, where the clock changes in between.
  const near = asUtc - offsetAt(asUtc, timeZone);
  return new Date(asUtc - offsetAt(near, timeZone)).toISOString();
}

const two = (number: number) => String(number).padStart(2, '0');
const lastDayOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** The same day a year later; the end of a month stays the end of a month. What is no date stays as it is. */
export function aYearLater(text: string): string {
  const [, year = '', month = '', day = '', hour, minute] = local.exec(text) ?? [];
  if (year === '') return text;
  const next = Number(year) + 1;
  const isEnd = Number(day) === lastDayOf(Number(year), Number(month));
  const last = lastDayOf(next, Number(month));
  return `${next}-${month}-${two(isEnd ? last : Math.min(Number(day), last))} ${hour}:${minute}`;
}
