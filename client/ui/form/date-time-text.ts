const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** Patterns of "2026-11-30", "30.11.2026" with the day first, and "30 November 2026". */
const datePatterns = [
  /^(?<year>\d{4})-(?<month>\d\d?)-(?<day>\d\d?)$/,
  /^(?<day>\d\d?)[./](?<month>\d\d?)[./](?<year>\d{4})$/,
  /^(?<day>\d\d?)\.? +(?<name>[a-z]{3,9})\.? +(?<year>\d{4})$/i,
];

/** Splits a date from a 24-hour time behind it: "30 November 2026, 23:59" or "2026-11-30T23:59". */
const dateAndTime = /^(?<date>.*?\d)(?:T|,? +|, *)(?<hours>\d\d?):(?<minutes>\d\d)$/;

const padTwo = (number: number) => String(number).padStart(2, '0');

/** Returns the number of the month whose name starts with the text, from 1 to 12, or 0 if there is none. */
const findMonth = (name: string) =>
  months.findIndex((month) => month.toLowerCase().startsWith(name.toLowerCase())) + 1;

/** Parses a typed date to "2026-11-30". Returns undefined if it is incomplete or invalid. */
export function parseDateText(text: string): string | undefined {
  const match = datePatterns.map((pattern) => pattern.exec(text.trim())).find(Boolean);
  const { year, month, name = '', day } = match?.groups ?? {};
  const numbers = [Number(year), Number(month ?? findMonth(name)), Number(day)] as const;
  const date = new Date(Date.UTC(numbers[0], numbers[1] - 1, numbers[2]));
  const isSameDay = date.getUTCMonth() + 1 === numbers[1] && date.getUTCDate() === numbers[2];
  return isSameDay ? `${year}-${padTwo(numbers[1])}-${padTwo(numbers[2])}` : undefined;
}

/** Parses a typed date and 24-hour time to "2026-11-30T23:59". Returns undefined if it is incomplete or invalid. */
export function parseDateTimeText(text: string): string | undefined {
  const { date = '', hours, minutes } = dateAndTime.exec(text.trim())?.groups ?? {};
  const day = parseDateText(date);
  const isTime = Number(hours) <= 23 && Number(minutes) <= 59;
  return day && isTime ? `${day}T${padTwo(Number(hours))}:${minutes}` : undefined;
}

/** Formats "2026-11-30" as on all pages: "30 November 2026". Returns any other text unchanged. */
export function formatDateText(text: string): string {
  const [year, month = 1, day] = parseDateText(text)?.split('-').map(Number) ?? [];
  return day === undefined ? text : `${day} ${months[month - 1]} ${year}`;
}

/** Formats "2026-11-30T23:59" as on all pages: "30 November 2026, 23:59". Returns any other text unchanged. */
export function formatDateTimeText(text: string): string {
  const [date, time] = parseDateTimeText(text)?.split('T') ?? [];
  return date === undefined ? text : `${formatDateText(date)}, ${time}`;
}
