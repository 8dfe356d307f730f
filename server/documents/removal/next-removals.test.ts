import { describe, expect } from 'vitest';
import { listSubmissions } from '#contract/submissions.ts';
import { createTestGroup, dateBeforeReports } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import {
  dayMs,
  listVersions,
  thesisDue,
  upload,
  waitUntil,
} from '#server/test/records/versions.ts';

describe('the list of versions that the next upload removes', () => {
  test('equals the versions that the upload then removes', async ({ portal }) => {
    const team = await createTestGroup(portal, { createdAt: dateBeforeReports });
    const listNext = async () => {
      const caller = await portal.logInAs(team.student.userId);
      return caller.call(listSubmissions, { params: { groupId: team.groupId } });
    };
    for (const due of [undefined, thesisDue]) {
      if (due) waitUntil(portal, due, dayMs);
      for (let round = 0; round < 7; round += 1) {
        const { nextRemovals } = await listNext();
        const before = await listVersions(portal, team);
        await upload(portal, team, 1);
        const after = await listVersions(portal, team);
        const gone = before.stored.filter((version) => !after.stored.includes(version));
        expect(nextRemovals).toEqual(
          gone.map((version) => ({ kind: 'thesis', deadlineId: null, version })),
        );
      }
    }
  });

  test('omits certificates of other members, and is empty for staff, who cannot upload', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const mate = { ...team, student: team.mate };
    await upload(portal, mate, 6, { kind: 'certificate' });
    await upload(portal, team, 6);
    const params = { groupId: team.groupId };
    const ofStudent = await team.student.caller.call(listSubmissions, { params });
    expect(ofStudent.nextRemovals.map(({ kind }) => kind)).toEqual(['thesis']);
    const ofMate = await team.mate.caller.call(listSubmissions, { params });
    expect(ofMate.nextRemovals.map(({ kind }) => kind)).toEqual(['certificate', 'thesis']);
    const ofStaff = await team.supervisor.caller.call(listSubmissions, { params });
    expect(ofStaff.nextRemovals).toEqual([]);
  });
});
