import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { importGroups } from '#contract/admin/imports.ts';
import {
  createTestGroup,
  createTestUser,
  getItemAt,
  removeEmailConfirmation,
  type TestGroup,
} from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { markTestGroup } from '#server/test/records/marking.ts';
import { expectRefusal } from '#server/test/refusal.ts';

const another = { name: 'Another Person', roll: 'F22-777', email: 'another@university.test' };

/** Returns an admin with a new session, because earlier ones expire. */
function waitDays(portal: Portal, days: number) {
  portal.wait(days * 24 * 3_600_000);
  return portal.logInAs(portal.adminId);
}

type Values = Partial<typeof another> & { isAnotherStudent?: boolean };

const input = ({ groupId, ids }: TestGroup, index: number, values: Values) => ({
  params: { groupId },
  body: { fypGroupMembers: [{ _id: getItemAt(ids, index), ...values }] },
});

/** Creates a group whose members are not linked to accounts, so that no other rule protects their rows. */
async function createGroupWithoutAccounts(portal: Portal) {
  const team = await createTestGroup(portal, { size: 2 });
  for (const { userId } of team.students) await removeEmailConfirmation(portal.db, userId);
  return team;
}

/** Removes the fee proofs of the proposal, so that the members have neither marks nor files. */
const removeRecords = (portal: Portal, { ids }: TestGroup) =>
  portal.db.deleteFrom('documents').where('member_id', 'in', ids).execute();

const readMembers = (portal: Portal, { groupId }: TestGroup) =>
  portal.db
    .selectFrom('members')
    .select(['name', 'roll', 'email'])
    .where('group_id', '=', groupId)
    .orderBy('position')
    .execute();

describe('a member’s row whose roll number and email change together', () => {
  test.for(['marks', 'files'] as const)(
    'is refused if it has %s, with the reason and what to do instead',
    async (kind, { portal }) => {
      const team = await createGroupWithoutAccounts(portal);
      if (kind === 'marks') {
        await removeRecords(portal, team);
        await markTestGroup(team, 7, 8);
      }
      const before = await readMembers(portal, team);
      for (const values of [another, { ...another, isAnotherStudent: true }]) {
        const refusal = await expectRefusal(
          portal,
          portal.admin,
          updateGroup,
          input(team, 0, values),
        );
        expect(refusal).toMatchObject({
          status: 400,
          code: 'invalid',
          fields: {
            'fypGroupMembers.0.email': expect.stringMatching(
              /cannot change together.*delete the group.*change the email first/,
            ),
          },
        });
      }
      expect(await readMembers(portal, team)).toEqual(before);
    },
  );

  test('is refused if two members of one group exchange both, as marks would change hands', async ({
    portal,
  }) => {
    const team = await createGroupWithoutAccounts(portal);
    const [first, second] = await readMembers(portal, team);
    if (!first || !second) throw new Error('The group has two members.');
    const fypGroupMembers = [second, first].map((values, index) => ({
      _id: getItemAt(team.ids, index),
      ...values,
    }));
    await expectRefusal(portal, portal.admin, updateGroup, {
      params: { groupId: team.groupId },
      body: { fypGroupMembers },
    });
  });

  test('is saved if it has neither marks nor files, although a neighbour has some', async ({
    portal,
  }) => {
    const team = await createGroupWithoutAccounts(portal);
    await createTestGroup(portal);
    await portal.db
      .deleteFrom('documents')
      .where('member_id', '=', getItemAt(team.ids, 0))
      .execute();
    await portal.admin.call(updateGroup, input(team, 0, another));
    expect(await readMembers(portal, team)).toMatchObject([another, {}]);
  });

  test('is saved if only the roll number or only the email changes, or only upper and lower case differ', async ({
    portal,
  }) => {
    const team = await createGroupWithoutAccounts(portal);
    await portal.admin.call(updateGroup, input(team, 0, { roll: 'F22-555' }));
    await portal.admin.call(updateGroup, input(team, 1, { email: another.email }));
    const later = await waitDays(portal, 15);
    await later.call(
      updateGroup,
      input(team, 0, { roll: 'f22-555', email: 'corrected@university.test' }),
    );
    expect(await readMembers(portal, team)).toMatchObject([
      { roll: 'f22-555', email: 'corrected@university.test' },
      { email: another.email },
    ]);
  });

  test.for([
    ['roll', 'email'],
    ['email', 'roll'],
  ] as const)(
    'is refused if the %s changes first and the %s less than 14 days later, until the first change is undone',
    async ([first, second], { portal }) => {
      const team = await createGroupWithoutAccounts(portal);
      const [original] = await readMembers(portal, team);
      await portal.admin.call(updateGroup, input(team, 0, { [first]: another[first] }));
      const later = await waitDays(portal, 13);
      const refusal = await expectRefusal(
        portal,
        later,
        updateGroup,
        input(team, 0, { [second]: another[second], isAnotherStudent: true }),
      );
      expect(refusal.fields?.[`fypGroupMembers.0.${second}`]).toMatch(
        /was changed less than 14 days ago.*which another person would get.*delete the group.*14 days later/,
      );
      const undo = { [first]: original?.[first], isAnotherStudent: true };
      await later.call(updateGroup, input(team, 0, undo));
      await later.call(updateGroup, input(team, 0, { [second]: another[second] }));
      expect(await readMembers(portal, team)).toMatchObject([
        { [first]: original?.[first], [second]: another[second] },
        {},
      ]);
    },
  );

  test('is refused if two admins change the roll number and the email at the same moment', async ({
    portal,
  }) => {
    const second = await portal.logInAs((await createTestUser(portal, 'admin')).userId);
    const team = await createGroupWithoutAccounts(portal);
    const results = await Promise.allSettled([
      portal.admin.call(updateGroup, input(team, 0, { roll: another.roll })),
      second.call(updateGroup, input(team, 0, { email: another.email })),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('may get another roll number after its owner has changed the email of the account', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    const [student] = team.students;
    if (!student) throw new Error('The group has one member.');
    await portal.db
      .insertInto('changes')
      .values({
        id: crypto.randomUUID(),
        group_id: team.groupId,
        member_id: getItemAt(team.ids, 0),
        part: 'member',
        field: 'email',
        value_from: another.email,
        value_to: student.email,
        revision: null,
        changed_by: student.userId,
        changed_by_name: another.name,
        changed_at: portal.clock().toISOString(),
        sequence: 100,
      })
      .execute();
    await portal.admin.call(updateGroup, input(team, 0, { roll: another.roll }));
    expect(await readMembers(portal, team)).toMatchObject([{ roll: another.roll }]);
  });

  test('is refused by an import too, in its check and when it writes', async ({ portal }) => {
    const team = await createGroupWithoutAccounts(portal);
    const { group } = team;
    const [first, second] = group.fypGroupMembers;
    if (!first || !second) throw new Error('The group has two members.');
    const project = { program: '', title: '', category: '', supervisor: '', phone: '' };
    const line = { group: group.fypGroupName, ...project, fathername: '' };
    const rows = [
      { ...line, row: 2, name: first.name, roll: another.roll, email: another.email },
      { ...line, row: 3, name: second.name, roll: second.roll, email: second.email },
    ];
    const checked = await portal.admin.call(importGroups, { body: { rows, dryRun: true } });
    expect(checked.errors).toMatchObject([
      { row: 2, column: 'email', message: expect.stringContaining('cannot change together') },
    ]);
    const { token, cohort } = checked;
    await expectRefusal(portal, portal.admin, importGroups, {
      body: { rows, dryRun: false, token, cohort: cohort.code, changes: [group._id] },
    });
  });

  test('is refused if a supervisor’s marks were saved at the same moment, and saved only if they were not', async ({
    portal,
  }) => {
    const second = await portal.logInAs((await createTestUser(portal, 'admin')).userId);
    const team = await createGroupWithoutAccounts(portal);
    await removeRecords(portal, team);
    const [saved, edited] = await Promise.allSettled([
      markTestGroup(team, 5, 6),
      second.call(updateGroup, input(team, 0, another)),
    ]);
    expect(saved.status).toBe('fulfilled');
    const { changes } = await readHistory(portal, team);
    const marked = changes.findIndex(({ part }) => part === 'month1');
    const replaced = changes.findIndex(({ field }) => field === 'roll');
    if (edited.status === 'fulfilled') expect(replaced).toBeLessThan(marked);
    else expect(replaced).toBe(-1);
    await expectRefusal(portal, second, updateGroup, input(team, 1, another));
  });
});

async function readHistory(portal: Portal, { groupId }: TestGroup) {
  const changes = await portal.db
    .selectFrom('changes')
    .select(['part', 'field'])
    .where('group_id', '=', groupId)
    .orderBy('sequence')
    .execute();
  return { changes };
}
