import { describe, expect } from 'vitest';
import { listSubmissions } from '#contract/submissions.ts';
import { resolveTimeZone } from '#server/content/time-zone.ts';
import { createTestGroup, type TestGroup } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { setGroupDeadline } from '#server/test/records/notices.ts';
import { keepEarlierDueDates } from './keep-earlier-dates.ts';

const february = 'february-monthly-report';
const log = { warn: () => {} };

async function dueFor({ student, groupId }: TestGroup) {
  const { submissions } = await student.caller.call(listSubmissions, { params: { groupId } });
  return submissions.find(({ deadlineId }) => deadlineId === february)?.due;
}

describe('the earlier date of a group', () => {
  test('still applies after the time zone has moved the common date, and to no other group', async ({
    portal,
  }) => {
    const [team, extended, neighbour] = [
      await createTestGroup(portal),
      await createTestGroup(portal),
      await createTestGroup(portal),
    ];
    const earlier = '2027-02-20T18:59:00.000Z';
    const later = '2027-03-05T18:59:00.000Z';
    await setGroupDeadline(portal, team, earlier, february);
    await setGroupDeadline(portal, extended, later, february);
    const karachi = { timeZone: 'Asia/Karachi', isTimeZoneSet: false };
    await resolveTimeZone(portal.db, karachi, log, keepEarlierDueDates);
    const read = async () => [await dueFor(team), await dueFor(extended), await dueFor(neighbour)];
    expect(await read()).toEqual([earlier, later, '2027-02-28T18:59:00Z']);
    const oslo = { timeZone: 'Europe/Oslo', isTimeZoneSet: true };
    const start = () => resolveTimeZone(portal.db, oslo, log, keepEarlierDueDates);
    await Promise.all([start(), start()]);
    portal.config.timeZone = 'Europe/Oslo';
    await portal.content.refresh();
    expect(await read()).toEqual([earlier, later, '2027-02-28T22:59:00Z']);
  });
});
