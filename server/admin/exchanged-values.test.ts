import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin.ts';
import { listChanges, readGroup } from '#contract/groups.ts';
import { saveMarks } from '#contract/marks.ts';
import { submitProposal } from '#contract/proposals.ts';
import { at, somebody } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { refusalOf } from '#server/test/refusal.ts';
import { aName, aProposal, emailOf } from '#tools/test/people.ts';

type Edit = { _id: string; email?: string; roll?: string };

/** A group of three. Only the first member has an account, so that the others' emails may change freely. */
async function createGroup(portal: Portal): Promise<string> {
  const student = await somebody(portal);
  const mates = [aName('Mate'), aName('Mate')].map((name) => ({ name, email: emailOf(name) }));
  const body = aProposal([student, ...mates]);
  return (await student.caller.call(submitProposal, { body })).groupId;
}

const save = (portal: Portal, groupId: string, fypGroupMembers: Edit[]) =>
  portal.admin.call(updateGroup, { params: { groupId }, body: { fypGroupMembers } });

async function readValues(portal: Portal, groupId: string) {
  const { group } = await portal.admin.call(readGroup, { params: { groupId } });
  return group.fypGroupMembers.map(({ _id, email, roll }) => ({ _id, email, roll }));
}

describe('members who exchange emails and rolls in one save', () => {
  test('get exactly the values of any permutation', async ({ portal }) => {
    const groupId = await createGroup(portal);
    const shuffled = (...indexes: number[]) =>
      fc.shuffledSubarray(indexes, { minLength: indexes.length });
    const orders = fc.record({ mates: shuffled(1, 2), rolls: shuffled(0, 1, 2) });
    await fc.assert(
      fc.asyncProperty(orders, async ({ mates, rolls }) => {
        const before = await readValues(portal, groupId);
        const wanted = before.map(({ _id }, index) => ({
          _id,
          email: at(before, at([0, ...mates], index)).email,
          roll: at(before, at(rolls, index)).roll,
        }));
        await save(portal, groupId, wanted);
        expect(await readValues(portal, groupId)).toEqual(wanted);
      }),
      { numRuns: 12 },
    );
  });

  test('pass values along a chain whose end is new', async ({ portal }) => {
    const groupId = await createGroup(portal);
    const [first, ...mates] = await readValues(portal, groupId);
    const wanted = mates.map(({ _id }, index) => ({
      _id,
      email: mates[index + 1]?.email ?? 'new@students.example',
      roll: mates[index + 1]?.roll ?? 'F22-BCS-999',
    }));
    await save(portal, groupId, wanted);
    expect(await readValues(portal, groupId)).toEqual([first, ...wanted]);
  });

  test('keep their marks, and the history names both changes', async ({ portal }) => {
    const groupId = await createGroup(portal);
    const [one, two] = await readValues(portal, groupId);
    if (!one || !two) throw new Error('The group has no two members.');
    const marks = { [one._id]: { month1: { marks: 7, feedback: '' } } };
    await portal.admin.call(saveMarks, { body: { semester: 'Semester 7', groupId, marks } });
    await save(portal, groupId, [
      { _id: one._id, roll: two.roll },
      { _id: two._id, roll: one.roll },
    ]);
    const params = { groupId };
    const { group } = await portal.admin.call(readGroup, { params });
    expect(group.fypGroupMembers.map(({ roll, month1 }) => [roll, month1?.marks])).toMatchObject([
      [two.roll, 7],
      [one.roll, null],
      [expect.any(String), null],
    ]);
    const { changes } = await portal.admin.call(listChanges, { params });
    const rolls = changes.filter(({ field }) => field === 'roll').map(({ from, to }) => [from, to]);
    expect(rolls.toSorted()).toEqual(
      [
        [one.roll, two.roll],
        [two.roll, one.roll],
      ].toSorted(),
    );
  });

  test.for(['email', 'roll'] as const)(
    'are refused the %s of another group, and nothing changes',
    async (field, { portal }) => {
      const [groupId, other] = [await createGroup(portal), await createGroup(portal)];
      const [, one, two] = await readValues(portal, groupId);
      const taken = at(await readValues(portal, other), 1)[field];
      const fypGroupMembers = [
        { _id: one?._id, [field]: two?.[field] },
        { _id: two?._id, [field]: taken },
      ];
      const input = { params: { groupId }, body: { fypGroupMembers } };
      expect(await refusalOf(portal, portal.admin, updateGroup, input as never)).toMatchObject({
        status: 409,
        code: 'already-in-group',
        fields: { [`fypGroupMembers.1.${field}`]: expect.stringContaining(taken) },
      });
    },
  );

  test('lose no value to another group that takes it at the same moment', async ({ portal }) => {
    const [groupId, other] = [await createGroup(portal), await createGroup(portal)];
    const [one, two] = await readValues(portal, groupId);
    if (!one || !two) throw new Error('The group has no two members.');
    const exchange = save(portal, groupId, [
      { _id: one._id, roll: two.roll },
      { _id: two._id, roll: one.roll },
    ]);
    const { _id } = at(await readValues(portal, other), 0);
    const [exchanged, taken] = await Promise.allSettled([
      exchange,
      save(portal, other, [{ _id, roll: one.roll }]),
    ]);
    expect(exchanged.status).toBe('fulfilled');
    expect(taken).toMatchObject({ status: 'rejected', reason: { code: 'already-in-group' } });
    const rolls = (await readValues(portal, groupId)).map(({ roll }) => roll);
    expect(rolls.slice(0, 2)).toEqual([two.roll, one.roll]);
  });
});
