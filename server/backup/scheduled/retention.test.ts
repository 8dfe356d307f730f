import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildArchiveName, getArchivePrefix, parseArchiveName } from './archive-name.ts';
import { listExpiredArchives } from './retention.ts';
import { findLastDueTime } from './scheduled-backups.ts';

const prefix = getArchivePrefix({ publicUrl: 'https://fyp.university.edu' });
const toArchive = (instant: string | Date) => {
  const takenAt = new Date(instant);
  return { name: buildArchiveName(prefix, takenAt), takenAt };
};

describe('the name of a scheduled archive', () => {
  test.for([
    ['https://fyp.university.edu:8443', 'fyp.university.edu_2027-01-15T210005Z.backup'],
    ['http://[::1]:3000', '---1-_2027-01-15T210005Z.backup'],
  ] as const)('contains the host of %s and the time of the snapshot', ([publicUrl, name]) => {
    const takenAt = new Date('2027-01-15T21:00:05.000Z');
    expect(buildArchiveName(getArchivePrefix({ publicUrl }), takenAt)).toBe(name);
    expect(parseArchiveName(getArchivePrefix({ publicUrl }), name)).toEqual({ name, takenAt });
  });

  test.for([
    'portal-2027-01-15.backup',
    'fyp.university.edu_2027-01-15T210005Z.backup.partial',
    'fyp.university.edu_2027-02-30T210005Z.backup',
    'fyp.university.edu_2027-01-15T210005Z.backup\n',
    'copy of fyp.university.edu_2027-01-15T210005Z.backup',
    'fyp.university.edu-test_2027-01-15T210005Z.backup',
    '../fyp.university.edu_2027-01-15T210005Z.backup',
  ])('is not recognised in %j, which the portal did not create', (name) => {
    expect(parseArchiveName(prefix, name)).toBeUndefined();
  });
});

describe('listExpiredArchives', () => {
  const listRetained = (
    instants: readonly string[],
    keep: { days: number; weeks?: number; months?: number },
    verified = instants.at(-1) ?? '',
  ) => {
    const archives = instants.map(toArchive);
    const retention = { weeks: 0, months: 0, ...keep };
    const expired = listExpiredArchives(
      archives,
      toArchive(verified),
      retention,
      'Asia/Karachi',
    ).map(({ name }) => name);
    return instants.filter((instant) => !expired.includes(toArchive(instant).name));
  };
  const at = (...dates: string[]) => dates.map((date) => `${date}T10:00:00Z`);

  test.for([
    {
      case: 'the newest of each of the last days',
      instants: at('2027-01-11', '2027-01-12', '2027-01-13', '2027-01-14'),
      keep: { days: 2 },
      retained: at('2027-01-13', '2027-01-14'),
    },
    {
      case: 'only the newest archive of a day',
      instants: ['2027-01-14T06:00:00Z', '2027-01-14T07:00:00Z', '2027-01-15T06:00:00Z'],
      keep: { days: 5 },
      retained: ['2027-01-14T07:00:00Z', '2027-01-15T06:00:00Z'],
    },
    {
      case: 'an archive for each local day, although both have the same date in UTC',
      instants: ['2027-01-14T18:00:00Z', '2027-01-14T20:00:00Z'],
      keep: { days: 2 },
      retained: ['2027-01-14T18:00:00Z', '2027-01-14T20:00:00Z'],
    },
    {
      case: 'old archives after a gap of months, because periods without an archive do not count',
      instants: at('2026-03-01', '2026-03-02', '2027-01-15'),
      keep: { days: 3 },
      retained: at('2026-03-01', '2026-03-02', '2027-01-15'),
    },
    {
      case: 'the newest archive of each week from Monday to Sunday',
      instants: at('2027-01-03', '2027-01-04', '2027-01-10', '2027-01-11', '2027-01-12'),
      keep: { days: 1, weeks: 3 },
      retained: at('2027-01-03', '2027-01-10', '2027-01-12'),
    },
    {
      case: 'the newest archive of each month, also across the end of a year',
      instants: at('2026-11-30', '2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02'),
      keep: { days: 1, months: 2 },
      retained: at('2026-12-31', '2027-01-02'),
    },
    {
      case: 'the verified archive and later ones that a wrong clock made, which do not count',
      instants: at('2027-01-14', '2027-01-15', '2029-01-01', '2029-01-02'),
      keep: { days: 1 },
      verified: '2027-01-15T10:00:00Z',
      retained: at('2027-01-15', '2029-01-01', '2029-01-02'),
    },
  ])('retains $case', ({ instants, keep, verified, retained }) => {
    expect(listRetained(instants, keep, verified)).toEqual(retained);
  });

  test('removes only archives that are older than the verified one, and no more when it is repeated', () => {
    const count = (min: number) => fc.integer({ min, max: 12 });
    const hours = fc.array(fc.integer({ min: 0, max: 24 * 500 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(
        hours,
        fc.record({ days: count(1), weeks: count(0), months: count(0) }),
        (offsets, retention) => {
          const archives = offsets.map((hour) => toArchive(new Date(hour * 3_600_000)));
          const verified = archives[0] as ReturnType<typeof toArchive>;
          const expired = listExpiredArchives(archives, verified, retention, 'Asia/Karachi');
          for (const { takenAt } of expired) expect(takenAt < verified.takenAt).toBe(true);
          const rest = archives.filter(({ name }) => expired.every((old) => old.name !== name));
          expect(listExpiredArchives(rest, verified, retention, 'Asia/Karachi')).toEqual([]);
        },
      ),
    );
  });
});

describe('findLastDueTime', () => {
  test.for([
    ['2027-01-15T21:00:00Z', '02:00', 'Asia/Karachi', '2027-01-15T21:00:00Z'],
    ['2027-01-15T20:59:59Z', '02:00', 'Asia/Karachi', '2027-01-14T21:00:00Z'],
    ['2027-01-01T00:30:00Z', '23:30', 'UTC', '2026-12-31T23:30:00Z'],
    // The clock skips 02:00 to 03:00 on 28 March, and repeats it on 31 October.
    ['2027-03-28T12:00:00Z', '02:30', 'Europe/Berlin', '2027-03-28T01:30:00Z'],
    ['2027-10-31T01:15:00Z', '02:30', 'Europe/Berlin', '2027-10-30T00:30:00Z'],
    ['2027-10-31T01:30:00Z', '02:30', 'Europe/Berlin', '2027-10-31T01:30:00Z'],
  ] as const)('at %s with BACKUP_AT=%s in %s returns %s', ([now, time, timeZone, due]) => {
    expect(findLastDueTime(new Date(now), time, timeZone)).toEqual(new Date(due));
  });
});
