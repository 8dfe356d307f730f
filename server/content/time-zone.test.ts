import { describe, expect } from 'vitest';
import { test } from '#server/test/portal.ts';
import { resolveTimeZone } from './time-zone.ts';

const karachi = { timeZone: 'Asia/Karachi', isTimeZoneSet: false };
const prepare = async () => {};
const utc = { timeZone: 'UTC', isTimeZoneSet: false };

function createLog() {
  const lines: unknown[][] = [];
  return { lines, warn: (...line: unknown[]) => void lines.push(line) };
}

describe('the time zone of deadlines', () => {
  test('is stored at the first start, and kept with a warning on a machine with another zone', async ({
    portal,
  }) => {
    const log = createLog();
    expect(await resolveTimeZone(portal.db, karachi, log, prepare)).toBe('Asia/Karachi');
    expect(await resolveTimeZone(portal.db, karachi, log, prepare)).toBe('Asia/Karachi');
    expect(log.lines).toEqual([]);
    expect(await resolveTimeZone(portal.db, utc, log, prepare)).toBe('Asia/Karachi');
    expect(log.lines).toEqual([
      [{ stored: 'Asia/Karachi', machine: 'UTC' }, expect.stringContaining('keeps the stored one')],
    ]);
  });

  test('changes to the value of TIME_ZONE with a warning, and does not change back when TIME_ZONE is removed', async ({
    portal,
  }) => {
    const log = createLog();
    await resolveTimeZone(portal.db, karachi, log, prepare);
    const oslo = { timeZone: 'Europe/Oslo', isTimeZoneSet: true };
    expect(await resolveTimeZone(portal.db, oslo, log, prepare)).toBe('Europe/Oslo');
    expect(log.lines).toEqual([
      [
        { before: 'Asia/Karachi', now: 'Europe/Oslo' },
        expect.stringContaining('TIME_ZONE has changed'),
      ],
    ]);
    expect(await resolveTimeZone(portal.db, karachi, log, prepare)).toBe('Europe/Oslo');
  });

  test('moves the cached deadlines even if it becomes known after the cohorts’ new versions', async ({
    portal,
  }) => {
    const before = portal.content.current.deadlines;
    portal.config.timeZone = 'Europe/Oslo';
    await portal.content.refresh();
    const after = portal.content.current.deadlines;
    expect(after.map(({ _id }) => _id)).toEqual(before.map(({ _id }) => _id));
    expect(after.every(({ due }, index) => due !== before[index]?.due)).toBe(true);
  });

  test('is the same for two portals that start concurrently with one database but in different time zones', async ({
    portal,
  }) => {
    const log = createLog();
    const zones = await Promise.all([
      resolveTimeZone(portal.db, karachi, log, prepare),
      resolveTimeZone(portal.db, utc, log, prepare),
    ]);
    expect(new Set(zones).size).toBe(1);
  });
});
