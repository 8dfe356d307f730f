import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import type { FullGroup } from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';
import {
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

type Values = { roll?: string; email?: string; isAnotherStudent?: boolean; samePerson?: string };

const input = ({ groupId, ids }: TestGroup, values: readonly Values[]) => ({
  params: { groupId },
  body: { fypGroupMembers: values.map((edit, index) => ({ _id: getItemAt(ids, index), ...edit })) },
});
const edit = (portal: Portal, team: TestGroup, values: readonly Values[]) =>
  portal.admin.call(updateGroup, input(team, values));
const refused = (portal: Portal, team: TestGroup, values: readonly Values[]) =>
  expectRefusal(portal, portal.admin, updateGroup, input(team, values));
const identitiesOf = ({ fypGroupMembers }: FullGroup) =>
  fypGroupMembers.map(({ roll, email }) => ({ roll, email }));
const rowsOf = (portal: Portal, groupId: string) =>
  portal.db
    .selectFrom('members')
    .select(['id', 'position', 'name', 'roll', 'roll_key', 'email', 'user_id'])
    .where('group_id', '=', groupId)
    .orderBy('position')
    .execute();

/** Creates a group whose members are not linked to accounts, so that their emails can be edited. */
async function createGroupWithoutAccounts(portal: Portal) {
  const team = await createTestGroup(portal, { size: 3 });
  await markTestGroup(team, 1, 2, 3);
  for (const { userId } of team.students) await removeEmailConfirmation(portal.db, userId);
  return team;
}

/** Indexes of the values that the three members receive: 0 to 2 are the stored values, and 3 and 4 are new values. */
const places = fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 3, maxLength: 3 });

const unchanged = [0, 1, 2];

describe('group members edited in one save', () => {
  test.for(['roll', 'email'] as const)(
    'can swap the %s, even if some members receive new values at the same time',
    async (field, { portal }) => {
      const team = await createGroupWithoutAccounts(portal);
      const other = await createTestGroup(portal);
      const neighbours = await rowsOf(portal, other.groupId);
      const { groupId, ids } = team;
      let { group } = await edit(portal, team, [{}, {}, {}]);
      let run = 0;
      const property = async (wantedPlaces: number[], order: number[]) => {
        run += 1;
        const rollPlaces = field === 'roll' ? wantedPlaces : unchanged;
        const emailPlaces = field === 'email' ? wantedPlaces : unchanged;
        const before = identitiesOf(group);
        const rolls = [...before.map(({ roll }) => roll), `F22-9${run}1`, `F22-9${run}2`];
        const emails = [...before.map(({ email }) => email), `x${run}@u.test`, `y${run}@u.test`];
        const wanted = ids.map((_id, index) => ({
          _id,
          roll: getItemAt(rolls, getItemAt(rollPlaces, index)),
          email: getItemAt(emails, getItemAt(emailPlaces, index)),
        }));
        const samePerson = 'The office had swapped the members.';
        const fypGroupMembers = order.map((index) => ({ ...getItemAt(wanted, index), samePerson }));
        const reply = await portal.admin.call(updateGroup, {
          params: { groupId },
          body: { fypGroupMembers },
        });
        group = reply.group;
        expect(group.fypGroupMembers).toMatchObject(wanted);
        expect(group.fypGroupMembers.map(({ month1 }) => month1?.marks)).toEqual([1, 2, 3]);
        const changed = wanted.flatMap((member, index) =>
          (['roll', 'email'] as const).flatMap((field) => {
            const [from, to] = [getItemAt(before, index)[field], member[field]];
            const { name: memberName } = getItemAt(group.fypGroupMembers, index);
            return from === to ? [] : [{ memberName, field, from, to }];
          }),
        );
        const { changes } = await portal.admin.call(listChanges, { params: { groupId } });
        const newest = changes.slice(0, changed.length + ids.length);
        expect(newest).toEqual(
          expect.arrayContaining(changed.map((line) => expect.objectContaining(line))),
        );
      };
      const order = fc.shuffledSubarray([0, 1, 2], { minLength: 3, maxLength: 3 });
      await fc.assert(fc.asyncProperty(places, order, property), {
        numRuns: 20,
      });
      const rows = await rowsOf(portal, groupId);
      expect(rows.map(({ id }) => id)).toEqual(ids);
      expect(JSON.stringify(rows)).not.toContain('parked');
      expect(await rowsOf(portal, other.groupId)).toEqual(neighbours);
    },
  );

  test('stay linked to their accounts when they swap roll numbers', async ({ portal }) => {
    const team = await createTestGroup(portal, { size: 3 });
    const before = await rowsOf(portal, team.groupId);
    const [a, b, c] = before.map(({ roll }) => roll);
    await edit(
      portal,
      team,
      [b, c, a].map((roll) => ({ roll: roll ?? '' })),
    );
    const after = await rowsOf(portal, team.groupId);
    expect(after.map(({ roll }) => roll)).toEqual([b, c, a]);
    const accounts = team.students.map(({ userId }) => userId);
    expect(after.map(({ user_id }) => user_id)).toEqual(accounts);
  });

  test('can swap the emails of their accounts only if the admin confirms that the entries now refer to different students', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 3 });
    await removeMemberFiles(portal, team);
    const [first, second] = [getItemAt(team.students, 1), getItemAt(team.students, 2)];
    const emails = [second.email, first.email];
    const refusal = await refused(portal, team, [{}, ...emails.map((email) => ({ email }))]);
    expect(refusal.status).toBe(400);
    const meant = emails.map((email) => ({ email, isAnotherStudent: true }));
    await edit(portal, team, [{}, ...meant]);
    expect((await rowsOf(portal, team.groupId)).slice(1)).toMatchObject([
      { id: getItemAt(team.ids, 1), email: second.email, user_id: second.userId },
      { id: getItemAt(team.ids, 2), email: first.email, user_id: first.userId },
    ]);
  });

  test('cannot be saved if an email or roll number belongs to another member or is used twice', async ({
    portal,
  }) => {
    const team = await createGroupWithoutAccounts(portal);
    const other = await createTestGroup(portal);
    const [a, b] = identitiesOf(await team.read());
    const [taken] = identitiesOf(other.group);
    if (!a || !b || !taken) throw new Error('These groups have members.');
    const values: [Values[], string, string][] = [
      [[{ roll: b.roll }, { roll: taken.roll }], taken.roll, '1.roll'],
      [[{ email: b.email }, { email: taken.email }], taken.email, '1.email'],
      [[{ roll: b.roll }, { roll: a.roll }, { roll: a.roll }], a.roll, '2.roll'],
      [[{ roll: b.roll }, {}], b.roll, '0.roll'],
      [[{ email: b.email }, { roll: a.roll }, { roll: b.roll }], b.email, '0.email'],
    ];
    for (const [edits, value, path] of values) {
      const message = `${value} already belongs to a member of a group.`;
      const meant = edits.map((edit) => ({ ...edit, samePerson: 'Checked on paper.' }));
      expect(await refused(portal, team, meant)).toMatchObject({
        status: 409,
        code: 'already-in-group',
        message,
        fields: { [`fypGroupMembers.${path}`]: message },
      });
    }
  });

  test('have the values from only one of the saves if two admins save concurrently', async ({
    portal,
  }) => {
    const team = await createGroupWithoutAccounts(portal);
    const second = await createTestUser(portal, 'admin');
    const [a, b, c] = identitiesOf(await team.read()).map(({ roll }) => roll);
    const cycles = [
      [b, c, a],
      [c, a, b],
    ];
    for (let round = 0; round < 6; round += 1) {
      await Promise.all(
        [portal.admin, second.caller].map((caller, index) => {
          const rolls = getItemAt(cycles, index).map((roll) => ({
            roll: roll ?? '',
            samePerson: 'Checked on paper.',
          }));
          return caller.call(updateGroup, input(team, rolls));
        }),
      );
      const rolls = (await rowsOf(portal, team.groupId)).map(({ roll }) => roll);
      expect(cycles).toContainEqual(rolls);
    }
  });
});
