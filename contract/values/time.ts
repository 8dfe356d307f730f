const calendarDate = /^\d{4}-\d\d-\d\d$/;
/** Caches formatters by time zone, because creating a formatter is many times slower than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
  formats.set(timeZone, format);
  return format;
}

function partsOf(instant: string | Date, timeZone: string) {
  const parts = formatIn(timeZone).formatToParts(new Date(instant));
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]));
}

/** Formats an instant in a time zone (IANA name): "30 May 2027, 14:00". */
export function formatDateTime(instant: string | Date, timeZone: string): string {
  const { day, month, year, hour, minute } = partsOf(instant, timeZone);
  return `${day} ${month} ${year}, ${hour}:${minute}`;
}

/** Formats an instant in a time zone, or a calendar date (YYYY-MM-DD) without a time zone: "30 May 2027". */
export function formatDate(date: string | Date, timeZone = 'UTC'): string {
  const isCalendarDate = typeof date === 'string' && calendarDate.test(date);
  const { day, month, year } = partsOf(date, isCalendarDate ? 'UTC' : timeZone);
  return `${day} ${month} ${year}`;
}

/** Returns the calendar date of an instant in a time zone: "2027-05-30". */
export function formatCalendarDate(instant: string | Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone,
  }).formatToParts(new Date(instant));
  const {
    year = '',
    month = '',
    day = '',
  } = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return `${year.padStart(4, '0')}-${month}-${day}`;
}
