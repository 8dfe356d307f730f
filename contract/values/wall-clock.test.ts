import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatWallClock, parseWallClock } from './wall-clock.ts';

const zones = [
  'Asia/Karachi',
  'Asia/Kathmandu',
  'Europe/Berlin',
  'America/New_York',
  'America/Havana',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Africa/Casablanca',
  'UTC',
];

describe('parseWallClock', () => {
  it.each([
    '',
    'soon',
    '2027-13-01 10:00',
    '2027-02-29 12:00',
    '2027-02-28 24:00',
    '2027-02-28',
    '2027-02-28 12:60',
    '2027-02-28 12:00:30',
  ])('returns undefined for the invalid time “%s”', (local) => {
    expect(parseWallClock(local, 'Asia/Karachi')).toBeUndefined();
  });

  it.each(zones)('returns the same instant as Temporal for existing local times in %s', (zone) => {
    fc.assert(
      fc.property(minuteNearChange(zone), (instant) => {
        const local = Temporal.Instant.fromEpochMilliseconds(instant)
          .toZonedDateTimeISO(zone)
          .toPlainDateTime();
        const expected = local.toZonedDateTime(zone, { disambiguation: 'later' });
        const shown = formatWallClock(new Date(instant).toISOString(), zone);
        expect(shown).toBe(local.toString({ smallestUnit: 'minute' }));
        const parsed = Date.parse(parseWallClock(shown, zone) ?? '');
        expect(parsed).toBe(expected.epochMilliseconds);
        // A repeated local time is parsed as its second occurrence, so that the first one does not round-trip.
        const first = local.toZonedDateTime(zone, { disambiguation: 'earlier' });
        const isFirst = first.epochMilliseconds === instant && first.epochMilliseconds !== parsed;
        expect(parsed === instant || isFirst).toBe(true);
      }),
    );
  });

  it.each(zones)(
    'returns the same instant as Temporal for any local time in %s, including skipped times',
    (zone) => {
      fc.assert(
        fc.property(minuteNearChange(zone), (ms) => {
          const local = new Date(ms).toISOString().slice(0, 16);
          const expected = Temporal.PlainDateTime.from(local).toZonedDateTime(zone, {
            disambiguation: 'later',
          });
          expect(Date.parse(parseWallClock(local, zone) ?? '')).toBe(expected.epochMilliseconds);
        }),
      );
    },
  );

  it.each(['0000-01-01 00:00', '0099-12-31 23:59', '9999-12-31 23:59'])(
    'returns a valid instant for times in the first and last supported years: %s',
    (local) => {
      for (const zone of zones) {
        const instant = parseWallClock(local, zone);
        expect(new Date(instant ?? '').getTime()).not.toBeNaN();
      }
    },
  );
});

/** Generates times in whole minutes from 2000 to 2040, half of them within two days of a clock change in the zone. */
function minuteNearChange(zone: string) {
  const minute = 60_000;
  const [from, to] = [Date.UTC(2000, 0, 1), Date.UTC(2040, 0, 1)];
  const changes: number[] = [];
  let at: Temporal.ZonedDateTime | null =
    Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone);
  while (at && at.epochMilliseconds < to) {
    changes.push(at.epochMilliseconds);
    at = at.getTimeZoneTransition('next');
  }
  const any = fc
    .integer({ min: from / minute, max: to / minute })
    .map((minutes) => minutes * minute);
  const near = fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -2880, max: 2880 }))
    .map(([change, minutes]) => change + minutes * minute);
  return fc.oneof(any, near);
}
