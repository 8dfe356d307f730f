import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { importGroups } from '#contract/admin/imports.ts';
import { listChanges } from '#contract/history.ts';
import {
  buildMemberEdits,
  createTestGroup,
  createTestUser,
  getItemAt,
  removeEmailConfirmation,
  removeMemberFiles,
  type TestGroup,
} from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { markTestGroup } from '#server/test/records/marking.ts';
import { expectRefusal } from '#server/test/refusal.ts';

const other = { name: 'Another Person', roll: 'F22-777', email: 'another@university.test' };
type Values = Partial<typeof other> & { isAnotherStudent?: boolean; samePerson?: string };

const input = ({ groupId, ids }: TestGroup, values: Values, index = 0) => ({
  params: { groupId },
  body: { fypGroupMembers: buildMemberEdits(ids, { _id: getItemAt(ids, index), ...values }) },
});

/** Creates a group whose members have fee proofs and are not linked to accounts. */
async function createGroupWithoutAccounts(portal: Portal) {
  const team = await createTestGroup(portal, { size: 2 });
  for (const { userId } of team.students) await removeEmailConfirmation(portal.db, userId);
  return team;
}

const readMembers = (portal: Portal, { groupId }: TestGroup) =>
  portal.db
    .selectFrom('members')
    .select(['name', 'roll', 'email'])
    .where('group_id', '=', groupId)
    .orderBy('position')
    .execute();

describe('a member with records', () => {
  test.for(['a mark', 'a file'])(
    'with %s does not become another person in one edit or in several, nor after months',
    async (record, { portal }) => {
      const team = await createGroupWithoutAccounts(portal);
      if (record === 'a mark') {
        await removeMemberFiles(portal, team);
        await markTestGroup(team, 7, 8);
      }
      const { name, roll, email } = other;
      const refuse = async (values: Values, field: string) => {
        const refusal = await expectRefusal(portal, portal.admin, updateGroup, input(team, values));
        expect(Object.keys(refusal.fields ?? {})).toEqual([`fypGroupMembers.0.${field}`]);
        return refusal.message;
      };
      expect(await refuse(other, 'samePerson')).toMatch(
        /has records here.*look like another person.*say why.*leaves, and the other student joins/,
      );
      expect(await refuse({ email, isAnotherStudent: true }, 'email')).toContain('Change people');
      await portal.admin.call(updateGroup, input(team, { name }));
      portal.wait(100 * 24 * 3_600_000);
      const admin = await portal.logInAs(portal.adminId);
      for (const values of [{ roll }, { email }, { roll, email }]) {
        const refused = await expectRefusal(portal, admin, updateGroup, input(team, values));
        expect(refused.fields).toHaveProperty(['fypGroupMembers.0.samePerson']);
      }
    },
  );

  test('gets a corrected name, roll number or email, one at a time', async ({ portal }) => {
    const team = await createGroupWithoutAccounts(portal);
    const [original] = await readMembers(portal, team);
    for (const field of ['name', 'roll', 'email'] as const) {
      await portal.admin.call(updateGroup, input(team, { [field]: other[field] }));
      expect((await readMembers(portal, team))[0]).toEqual({ ...original, [field]: other[field] });
      await portal.admin.call(updateGroup, input(team, { [field]: original?.[field] }));
    }
    const spelling = { name: original?.name.toUpperCase(), roll: original?.roll.toLowerCase() };
    await portal.admin.call(updateGroup, input(team, { ...spelling, email: other.email }));
  });

  test('gets everything with a reason, which the history and the audit trail keep, and from which later edits are compared', async ({
    portal,
  }) => {
    const team = await createGroupWithoutAccounts(portal);
    const samePerson = 'She married, and the roll number was mistyped.';
    await portal.admin.call(updateGroup, input(team, { ...other, samePerson }));
    await portal.admin.call(updateGroup, input(team, { roll: 'F22-778' }));
    const { changes } = await portal.admin.call(listChanges, { params: { groupId: team.groupId } });
    expect(changes.map(({ field, to }) => [field, to])).toContainEqual(['same_person', samePerson]);
    const audit = portal.db.selectFrom('audit_entries').select('detail');
    const details = await audit.where('action', '=', 'group-changed').execute();
    expect(details.map(({ detail }) => detail).join()).toContain(samePerson);
    await expectRefusal(portal, portal.admin, updateGroup, input(team, { name: 'A Third' }));
  });

  test('does not get the roll number or email of a known person with another name, in this group or a former one', async ({
    portal,
  }) => {
    const team = await createGroupWithoutAccounts(portal);
    const former = await createTestGroup(portal, { size: 1 });
    const deleted = { deleted_at: portal.clock().toISOString() };
    await portal.db
      .updateTable('members')
      .set(deleted)
      .where('group_id', '=', former.groupId)
      .execute();
    const [, mate] = await readMembers(portal, team);
    const { roll } = getItemAt(former.group.fypGroupMembers, 0);
    const account = await createTestUser(portal);
    for (const values of [{ roll }, { email: account.email }, { roll: mate?.roll ?? '' }]) {
      const refusal = await expectRefusal(portal, portal.admin, updateGroup, input(team, values));
      expect(refusal.message).toContain('Another person has the new one');
    }
    const namesake = { name: account.name, email: account.email };
    await portal.db
      .updateTable('members')
      .set({ name: namesake.name })
      .where('email', '=', mate?.email ?? '')
      .execute();
    await portal.admin.call(updateGroup, input(team, { email: account.email }, 1));
  });

  test('is not exchanged with another member', async ({ portal }) => {
    const team = await createGroupWithoutAccounts(portal);
    const [first, second] = await readMembers(portal, team);
    const fypGroupMembers = [second, first].map((values, index) => ({
      _id: getItemAt(team.ids, index),
      ...values,
    }));
    await expectRefusal(portal, portal.admin, updateGroup, {
      params: { groupId: team.groupId },
      body: { fypGroupMembers },
    });
  });

  test('is not replaced by an import, in its check and when it writes', async ({ portal }) => {
    const team = await createGroupWithoutAccounts(portal);
    const { group } = team;
    const project = { program: '', title: '', category: '', supervisor: '', phone: '' };
    const line = { group: group.fypGroupName, ...project, fathername: '' };
    const rows = (await readMembers(portal, team)).map((member, index) => ({
      ...line,
      ...member,
      row: index + 2,
      ...(index === 0 && { name: other.name, email: other.email }),
    }));
    const checked = await portal.admin.call(importGroups, { body: { rows, dryRun: true } });
    expect(checked.errors).toMatchObject([
      { row: 2, message: expect.stringContaining('look like another person') },
    ]);
    const { token, cohort } = checked;
    await expectRefusal(portal, portal.admin, importGroups, {
      body: { rows, dryRun: false, token, cohort: cohort.code, changes: [group._id] },
    });
  });

  test('is replaced by one of two admins at most who change different values at the same moment', async ({
    portal,
  }) => {
    const second = await portal.logInAs((await createTestUser(portal, 'admin')).userId);
    const team = await createGroupWithoutAccounts(portal);
    const results = await Promise.allSettled([
      portal.admin.call(updateGroup, input(team, { roll: other.roll })),
      second.call(updateGroup, input(team, { email: other.email })),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

test('a member without records may become another student', async ({ portal }) => {
  const team = await createGroupWithoutAccounts(portal);
  await createTestGroup(portal);
  await removeMemberFiles(portal, { ids: [getItemAt(team.ids, 0)] });
  await portal.admin.call(updateGroup, input(team, { ...other, isAnotherStudent: true }));
  expect((await readMembers(portal, team))[0]).toEqual(other);
});
