const local = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d)$/;

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
