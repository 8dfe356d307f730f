import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { listGroups } from '#contract/groups.ts';
import { saveMarks } from '#contract/marks.ts';
import { failWritesTo } from '#server/test/faults/break-writes.ts';
import {
  buildMemberEdits,
  createTestGroup,
  getItemAt,
  removeMemberFiles,
  type TestGroup,
} from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal, readRefusal } from '#server/test/refusal.ts';

const change = (portal: Portal, { groupId }: Pick<TestGroup, 'groupId'>, body: object) =>
  portal.admin.call(updateGroup, { params: { groupId }, body });
const refused = (portal: Portal, { groupId }: Pick<TestGroup, 'groupId'>, body: object) =>
  expectRefusal(portal, portal.admin, updateGroup, { params: { groupId }, body });
async function readGroupAsSent(portal: Portal): Promise<Record<string, unknown>> {
  const response = await portal.admin.request(listGroups);
  return getItemAt(((await response.json()) as { groups: Record<string, unknown>[] }).groups, 0);
}

describe('an update to a group is rejected', () => {
  test('if the version is stale, with an error that states who changed the group and when', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const read = await readGroupAsSent(portal);
    portal.wait(60_000);
    const body = {
      semester: 'Semester 7',
      groupId: team.groupId,
      marks: { [getItemAt(team.ids, 0)]: { month1: { marks: 9 } } },
    } as const;
    await team.supervisor.caller.call(saveMarks, { body });
    expect(await refused(portal, team, { ...read, fypTitle: 'X' })).toMatchObject({
      status: 409,
      code: 'stale-version',
      message: `Nothing was saved: ${team.supervisor.name} changed this group on 15 January 2027, 15:01. Reload the group and make your change again.`,
    });
    expect(getItemAt((await team.read()).fypGroupMembers, 0).month1?.marks).toBe(9);
    const fresh = await readGroupAsSent(portal);
    expect((await change(portal, team, { ...fresh, fypTitle: 'X' })).group.fypTitle).toBe('X');
  });

  test('if a concurrent update based on the same version has succeeded', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const { version } = await team.read();
    const responses = await Promise.all(
      ['One', 'Two', 'Three'].map((fypTitle) =>
        portal.admin.request(updateGroup, {
          params: { groupId: team.groupId },
          body: { version, fypTitle },
        }),
      ),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const [lost] = responses.filter(({ status }) => status === 409);
    expect(lost && (await readRefusal(lost))).toMatchObject({
      code: 'stale-version',
      message: expect.stringContaining('The Admin changed this group'),
    });
    expect((await team.read()).version).toBe(version + 1);
  });

  test('if the program or category is not offered and differs from the stored value', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    for (const field of ['program', 'fypCategory']) {
      expect(await refused(portal, team, { [field]: 'Astrology' })).toMatchObject({
        status: 400,
        code: 'invalid',
        message: expect.stringContaining('“Astrology” isn’t in the list. Choose one of: '),
        fields: { [field]: expect.any(String) },
      });
    }
    await portal.db.updateTable('groups').set({ category: 'Dropped' }).execute();
    expect(
      (await change(portal, team, { fypCategory: 'Dropped', fypTitle: 'X' })).group.fypTitle,
    ).toBe('X');
  });

  test.for([
    ['groups', 'update of title', { fypTitle: 'X' }],
    ['members', 'update', { name: 'X' }],
  ] as const)(
    'with a server error, not a validation error, if the database fails on %s',
    async ([table, what, wanted], { portal }) => {
      const team = await createTestGroup(portal);
      const mend = await failWritesTo(portal, what, table);
      const body =
        table === 'groups'
          ? wanted
          : {
              fypGroupMembers: buildMemberEdits(team.ids, {
                _id: getItemAt(team.ids, 0),
                ...wanted,
              }),
            };
      expect(await refused(portal, team, body)).toMatchObject({ status: 500, code: 'fault' });
      await mend();
    },
  );

  test('if an email or roll number belongs to a member of another group', async ({ portal }) => {
    const [first, second] = [await createTestGroup(portal), await createTestGroup(portal)];
    await removeMemberFiles(portal, first);
    const taken = getItemAt(second.group.fypGroupMembers, 1);
    const edit = (changes: object) => ({
      fypTitle: 'X',
      fypGroupMembers: [
        { _id: getItemAt(first.ids, 0) },
        { _id: getItemAt(first.ids, 1), ...changes },
      ],
    });
    expect(
      await refused(
        portal,
        first,
        edit({ email: taken.email.toUpperCase(), isAnotherStudent: true }),
      ),
    ).toMatchObject({
      status: 409,
      code: 'already-in-group',
      message: `${taken.email} already belongs to a member of a group.`,
      fields: { 'fypGroupMembers.1.email': expect.stringContaining(taken.email) },
    });
    const roll = taken.roll.toLowerCase().replace('-', ' ');
    expect(await refused(portal, first, edit({ roll }))).toMatchObject({
      status: 409,
      message: `${roll} already belongs to a member of a group.`,
      fields: { 'fypGroupMembers.1.roll': expect.any(String) },
    });
  });

  test('if it names members but not all of them, or an empty list of members', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    for (const fypGroupMembers of [[], [{ _id: getItemAt(team.ids, 1), name: 'X' }]]) {
      const message = `${team.student.name} is missing from this update, so nothing was saved. Include all members. To let someone leave, use “Change people” on the group’s page: they keep their marks.`;
      expect(await refused(portal, team, { fypTitle: 'X', fypGroupMembers })).toMatchObject({
        status: 400,
        fields: { fypGroupMembers: message },
      });
    }
  });

  test('if it contains a member of another group, or more than three members', async ({
    portal,
  }) => {
    const [first, second] = [await createTestGroup(portal), await createTestGroup(portal)];
    expect(
      await refused(portal, first, {
        fypTitle: 'X',
        fypGroupMembers: [{ _id: getItemAt(second.ids, 0), name: 'X' }],
      }),
    ).toMatchObject({
      status: 400,
      code: 'invalid',
      message: 'This person is not a member of this group.',
      fields: { 'fypGroupMembers.0._id': 'This person is not a member of this group.' },
    });
    const four = [1, 2, 3, 4].map(() => ({ _id: getItemAt(first.ids, 0) }));
    expect(await refused(portal, first, { fypGroupMembers: four })).toMatchObject({
      status: 400,
      message: 'A group can have up to 3 members.',
    });
  });

  test.for([
    [{ fypTitle: '' }, 'fypTitle', 'Project title is required.'],
    [{ fypTitle: 'x'.repeat(201) }, 'fypTitle', 'Project title must be 200 characters or fewer.'],
    [{ supervisor: ' ' }, 'supervisor', 'Supervisor is required.'],
    [{ fypGroupName: 'a\ud800b' }, 'fypGroupName', 'Group name can’t contain control characters.'],
    [
      { externalVivaDetails: { vivaStatus: 'maybe' } },
      'externalVivaDetails.vivaStatus',
      'The viva’s status must be pass, fail, reschedule or pending.',
    ],
    [
      { externalVivaDetails: { vivaDate: '0000-01-01' } },
      'externalVivaDetails.vivaDate',
      'The viva’s date must be a calendar date such as 2027-05-22.',
    ],
  ] as const)('for the invalid value %j', async ([body, field, message], { portal }) => {
    const team = await createTestGroup(portal, { size: 1 });
    expect(await refused(portal, team, body)).toMatchObject({
      status: 400,
      code: 'invalid',
      message,
      fields: { [field]: message },
    });
  });
});
