import { describe, expect } from 'vitest';
import { type SettingValue, saveSetting } from '#contract/settings/settings.ts';
import { askExtension, decideExtension, listSubmissions } from '#contract/submissions.ts';
import { buildSettingChange, readSetting } from '#server/test/content/settings.ts';
import { createTestGroup, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { saveTestMarks } from '#server/test/records/marking.ts';
import { setGroupDeadline } from '#server/test/records/notices.ts';
import {
  dayMs,
  listVersions,
  thesisDeadline,
  thesisDue,
  upload,
  waitUntil,
} from '#server/test/records/versions.ts';

const isPrototype = ({ id }: { id?: string | undefined }) => id === 'prototype';

function changePrototype(
  list: SettingValue<'deadlines'>,
  changes: Partial<SettingValue<'deadlines'>[number]>,
) {
  for (const deadline of list.filter(isPrototype)) Object.assign(deadline, changes);
}

describe('a version that was due or marked', () => {
  const extend = async (
    portal: Portal,
    team: TestGroup,
    due: string,
    deadlineId = thesisDeadline,
  ) => {
    const admin = await portal.logInAs(portal.adminId);
    await setGroupDeadline({ admin }, team, due, deadlineId);
  };

  test('stays stored at each date of its group, also one that was replaced before it passed', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await upload(portal, team, 1);
    waitUntil(portal, thesisDue, dayMs);
    await extend(portal, team, '2027-05-14T18:59:00.000Z');
    await upload(portal, team, 1);
    await extend(portal, team, '2027-05-21T18:59:00.000Z');
    waitUntil(portal, '2027-05-14T18:59:00.000Z', dayMs);
    await upload(portal, team, 6);
    expect((await listVersions(portal, team)).stored).toEqual([1, 2, 4, 5, 6, 7, 8]);
  });

  test.for([
    ['is granted for a past date before the requested one', 'granted', [1, 2, 7, 8, 9, 10, 11]],
    ['is refused', 'refused', [1, 7, 8, 9, 10, 11]],
  ] as const)(
    'stays stored if it is late while an extension is requested: the request %s',
    async ([, decision, expected], { portal }) => {
      const [team, neighbour] = [await createTestGroup(portal), await createTestGroup(portal)];
      await upload(portal, team, 1);
      await upload(portal, neighbour, 1);
      waitUntil(portal, thesisDue, dayMs);
      const { request } = await (await portal.logInAs(team.student.userId)).call(askExtension, {
        params: { groupId: team.groupId },
        body: { deadlineId: thesisDeadline, askedDue: '2027-05-20T18:59:00.000Z', reason: 'Ill.' },
      });
      await upload(portal, team, 1);
      await upload(portal, neighbour, 1);
      waitUntil(portal, '2027-06-01T18:59:00.000Z');
      await upload(portal, team, 8);
      await upload(portal, neighbour, 8);
      const all = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
      expect((await listVersions(portal, team)).stored).toEqual(all);
      expect((await listVersions(portal, neighbour)).stored).toEqual([1, 6, 7, 8, 9, 10]);
      const admin = await portal.logInAs(portal.adminId);
      await admin.call(decideExtension, {
        params: { requestId: request._id },
        body: { decision, reason: 'As agreed.', due: '2027-05-10T18:59:00.000Z' },
      });
      await upload(portal, team, 1);
      expect((await listVersions(portal, team)).stored).toEqual(expected);
    },
  );

  test.for<[string, (list: SettingValue<'deadlines'>) => void]>([
    ['deletes it', (list) => list.splice(list.findIndex(isPrototype), 1)],
    ['moves it to a later date', (list) => changePrototype(list, { due: '2027-03-10 23:59' })],
    ['requires another file', (list) => changePrototype(list, { documents: ['thesis'] })],
    ['exempts the program', (list) => changePrototype(list, { programs: ['BSSE'] })],
  ])(
    'stays stored while the coordinator changes the deadline by mistake: the coordinator %s',
    async ([, change], { portal }) => {
      const prototype = { id: 'prototype', title: 'Prototype', due: '2027-02-01 23:59' };
      const add = await buildSettingChange(portal, 'deadlines', (list) => {
        list.push({ ...prototype, documents: ['code'] });
      });
      await portal.admin.call(saveSetting, add);
      const [team, punctual] = [await createTestGroup(portal), await createTestGroup(portal)];
      const code = { kind: 'code', deadline: 'prototype' } as const;
      await upload(portal, team, 1, code);
      await upload(portal, punctual, 1, code);
      for (const due of ['2027-02-08T18:59:00.000Z', '2027-02-15T18:59:00.000Z']) {
        waitUntil(portal, due, -5 * dayMs);
        await extend(portal, team, due, 'prototype');
        await upload(portal, team, 1, code);
      }
      waitUntil(portal, '2027-02-16T18:59:00.000Z');
      const save = async (by: (list: SettingValue<'deadlines'>) => void) => {
        const admin = await portal.logInAs(portal.adminId);
        await admin.call(
          saveSetting,
          await buildSettingChange({ ...portal, admin }, 'deadlines', by),
        );
      };
      const before = (
        await readSetting({ ...portal, admin: await portal.logInAs(portal.adminId) }, 'deadlines')
      ).value;
      await save(change);
      await upload(portal, team, 8, { kind: 'code' });
      await upload(portal, punctual, 8, { kind: 'code' });
      await save((list) => list.splice(0, list.length, ...before));
      expect((await listVersions(portal, team, 'code')).stored).toEqual([1, 2, 3, 7, 8, 9, 10, 11]);
      expect((await listVersions(portal, punctual, 'code')).stored).toEqual([1, 5, 6, 7, 8, 9]);
      const student = await portal.logInAs(team.student.userId);
      const params = { groupId: team.groupId };
      const { submissions } = await student.call(listSubmissions, { params });
      const submission = submissions.find(({ deadlineId }) => deadlineId === 'prototype');
      expect([1, 2, 3]).toContain(submission?.version);
    },
  );

  test('stays stored if it was the newest when a mark for this kind of file was saved', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const mark = async (milestone: string, semester: string) => {
      portal.wait(60_000);
      const { supervisor } = team;
      const who = { caller: await portal.logInAs(supervisor.userId) };
      await saveTestMarks(team, who, { [milestone]: { marks: 5 } }, semester);
    };
    await upload(portal, team, 1);
    await mark('month1', 'Semester 7');
    await upload(portal, team, 1);
    await mark('thesis', 'Semester 8');
    const unlink = await buildSettingChange(portal, 'scheme', ({ parts }) => {
      for (const milestone of parts.flatMap(({ milestones }) => milestones))
        delete milestone.deadline;
    });
    await portal.admin.call(saveSetting, unlink);
    await upload(portal, team, 6);
    expect((await listVersions(portal, team)).stored).toEqual([2, 4, 5, 6, 7, 8]);
  });
});
