import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { FullGroup, listGroups } from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';
import { saveMarks } from '#contract/marks.ts';
import { createTestGroup, createTestUser, getItemAt, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { milestones } from '#tools/test/scheme.ts';

const change = (portal: Portal, { groupId }: Pick<TestGroup, 'groupId'>, body: object) =>
  portal.admin.call(updateGroup, { params: { groupId }, body });
const refused = (portal: Portal, { groupId }: Pick<TestGroup, 'groupId'>, body: object) =>
  expectRefusal(portal, portal.admin, updateGroup, { params: { groupId }, body });
async function readGroupAsSent(portal: Portal): Promise<Record<string, unknown>> {
  const response = await portal.admin.request(listGroups);
  return getItemAt(((await response.json()) as { groups: Record<string, unknown>[] }).groups, 0);
}

describe('updating a group', () => {
  test('changes nothing if all fields are sent back unchanged', async ({ portal }) => {
    const team = await createTestGroup(portal, { size: 3, supervisor: 'Dr. Samina Rafiq' });
    await portal.admin.call(saveMarks, {
      body: {
        semester: 'Semester 7',
        groupId: team.groupId,
        marks: { [getItemAt(team.ids, 1)]: { month1: { marks: 5, feedback: 'Good.\nMore.' } } },
      },
    });
    await portal.admin.call(saveMarks, {
      body: {
        semester: 'External Viva',
        groupId: team.groupId,
        vivaDate: '2027-01-14',
        vivaStatus: 'pass',
      },
    });
    const before = await portal.snapshot();
    const body = await readGroupAsSent(portal);
    const { message, group } = await change(portal, team, body);
    expect(message).toBe('Group updated successfully');
    expect(group).toEqual(FullGroup.parse(body));
    expect(await portal.snapshot()).toEqual(before);
  });

  test('changes only the submitted fields', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const before = await team.read();
    portal.wait(1000);
    const { group } = await change(portal, team, { fypTitle: ' A better title ' });
    expect(group).toEqual({
      ...before,
      fypTitle: 'A better title',
      version: before.version + 1,
      changedAt: portal.clock().toISOString(),
      changedBy: 'The Admin',
    });
    expect(await team.read()).toEqual(group);
  });

  test('changes every field and adds a history entry for each', async ({ portal }) => {
    const team = await createTestGroup(portal, { size: 1 });
    const fields = {
      fypGroupName: 'The Falcons',
      program: 'BSAI',
      fypTitle: 'A better title',
      fypCategory: 'IOT',
      supervisor: 'Dr. Imran Qazi',
      externalExaminer: 'Prof. From Outside',
    };
    const member = {
      name: 'Ayesha Khan',
      fathername: 'Bashir Khan',
      roll: 'F23-0001',
      phone: '0311 1234567',
    };
    const viva = { vivaDate: '2027-01-14', vivaStatus: 'pass', vivaFeedback: 'Fine.' };
    const { group } = await change(portal, team, {
      ...fields,
      fypGroupMembers: [{ _id: getItemAt(team.ids, 0), ...member }],
      externalVivaDetails: viva,
    });
    expect(group).toMatchObject({ ...fields, externalVivaDetails: viva });
    expect(getItemAt(group.fypGroupMembers, 0)).toMatchObject({
      ...member,
      phone: '+92 3111234567',
    });
    const { changes } = await portal.admin.call(listChanges, { params: { groupId: team.groupId } });
    expect(
      changes
        .slice(0, 13)
        .map(({ part, field }) => `${part}.${field}`)
        .toSorted(),
    ).toEqual([
      'group.category',
      'group.external_examiner',
      'group.name',
      'group.program',
      'group.supervisor',
      'group.title',
      'member.father_name',
      'member.name',
      'member.phone',
      'member.roll',
      'viva.date',
      'viva.feedback',
      'viva.status',
    ]);
  });

  test('accepts marks up to the maximum for all fourteen milestones', async ({ portal }) => {
    const team = await createTestGroup(portal, { size: 1 });
    const _id = getItemAt(team.ids, 0);
    const sheet = Object.fromEntries(
      milestones.map(({ key, total }) => [key, { marks: total, feedback: key }]),
    );
    const { group } = await change(portal, team, { fypGroupMembers: [{ _id, ...sheet }] });
    expect(getItemAt(group.fypGroupMembers, 0)).toMatchObject(sheet);
    const tooMuch = { _id, thesis: { marks: 10.5 }, fypTitle: 'X' };
    expect(await refused(portal, team, { fypGroupMembers: [tooMuch] })).toMatchObject({
      status: 400,
      code: 'invalid',
      message: 'Member 1: Thesis: enter marks from 0 to 10.',
      fields: { 'fypGroupMembers.0.thesis.marks': 'Thesis: enter marks from 0 to 10.' },
    });
  });

  test('keeps the group’s name if its program changes, even if a group of the new program has the same number', async ({
    portal,
  }) => {
    const [team] = [
      await createTestGroup(portal, { program: 'BSCS' }),
      await createTestGroup(portal, { program: 'BSSE' }),
    ];
    const { group } = await change(portal, team, { program: 'BSSE' });
    expect([group.program, group.fypGroupName]).toEqual(['BSSE', 'BSCS-2027-001']);
    const next = await createTestGroup(portal, { program: 'BSSE' });
    expect(next.group.fypGroupName).toBe('BSSE-2027-002');
  });

  test('grants access to the new supervisor and revokes the removed examiner’s access immediately', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { supervisor: 'other' });
    const teacher = await createTestUser(portal, 'faculty');
    await change(portal, team, {
      supervisor: `  ${teacher.name.toUpperCase()}`,
      externalExaminer: '',
    });
    const body = {
      semester: 'Semester 7',
      groupId: team.groupId,
      marks: { [getItemAt(team.ids, 0)]: { month1: { marks: 5 } } },
    } as const;
    expect((await teacher.caller.call(saveMarks, { body })).changed).toBe(1);
    expect((await team.examiner.caller.request(saveMarks, { body })).status).toBe(404);
    expect((await team.read()).externalExaminer).toBeNull();
  });
});
