import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDate, formatDateTime } from './time.ts';

const months =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

test('formatDateTime formats an instant in the given time zone', () => {
  const zones = ['Asia/Karachi', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC'];
  const [from, to] = [Date.UTC(2000, 0, 1), Date.UTC(2040, 0, 1)];
  const instants = fc.integer({ min: from / 1000, max: to / 1000 });
  fc.assert(
    fc.property(fc.constantFrom(...zones), instants, (zone, seconds) => {
      const instant = Temporal.Instant.fromEpochMilliseconds(seconds * 1000);
      const { day, month, year, hour, minute } = instant.toZonedDateTimeISO(zone);
      const [hours, minutes] = [hour, minute].map((value) => String(value).padStart(2, '0'));
      const expected = `${day} ${months[month - 1]} ${year}, ${hours}:${minutes}`;
      expect(formatDateTime(instant.toString(), zone)).toBe(expected);
    }),
  );
});

test('formatDate shows the date of an instant in the given time zone, but does not shift a calendar date', () => {
  expect(formatDate('2027-05-22', 'America/New_York')).toBe('22 May 2027');
  expect(formatDate('2027-05-22T22:00:00Z', 'Asia/Karachi')).toBe('23 May 2027');
});
