const localTimePattern = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d)$/;

const padTwo = (number: number) => String(number).padStart(2, '0');
const getLastDay = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Adds a year to a local date. The last day of a month stays the last day. Returns text without a date unchanged. */
export function addYear(text: string): string {
  const [, year = '', month = '', day = '', hour, minute] = localTimePattern.exec(text) ?? [];
  if (year === '') return text;
  const next = Number(year) + 1;
  const isEnd = Number(day) === getLastDay(Number(year), Number(month));
  const last = getLastDay(next, Number(month));
  return `${next}-${month}-${padTwo(isEnd ? last : Math.min(Number(day), last))} ${hour}:${minute}`;
}
