import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { deleteGroup } from '#contract/groups.ts';
import { maxSearchHits, search } from '#contract/search.ts';
import {
  createTestGroup,
  createTestUser,
  getItemAt,
  removeEmailConfirmation,
  type TestGroup,
} from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import type { ApiCaller } from '#tools/test/caller.ts';

const word = 'Quokka';

async function find(caller: ApiCaller, q: string) {
  const { groups, people } = await caller.call(search, { query: { q } });
  return { groups: groups.map(({ title }) => title), people: people.map(({ title }) => title) };
}

/** Creates a group whose title and first member contain the word, and another group that does, too. */
async function createTwoGroups(portal: Portal) {
  const target = await createTestGroup(portal);
  const neighbour = await createTestGroup(portal);
  await rename(portal, target, `${word} counter`, `Ada ${word}`);
  await rename(portal, neighbour, `${word} feeder`, `Ben ${word}`);
  return { target, neighbour };
}

const rename = (portal: Portal, { groupId, ids }: TestGroup, title: string, name: string) =>
  portal.admin.call(updateGroup, {
    params: { groupId },
    body: {
      fypTitle: title,
      fypGroupMembers: [{ _id: getItemAt(ids, 0), name }, { _id: getItemAt(ids, 1) }],
    },
  });

describe('the search', () => {
  test('lets an admin find all groups and members by title, name, roll and email', async ({
    portal,
  }) => {
    const { target, neighbour } = await createTwoGroups(portal);
    const member = getItemAt(target.group.fypGroupMembers, 0);
    expect(await find(portal.admin, 'quokka')).toMatchObject({
      groups: [target.group.fypGroupName, neighbour.group.fypGroupName],
      people: [`Ada ${word}`, `Ben ${word}`],
    });
    expect(await find(portal.admin, 'counter QUOKKA')).toEqual({
      groups: [target.group.fypGroupName],
      people: [],
    });
    for (const q of [member.email, member.roll, 'ada quokka']) {
      expect((await find(portal.admin, q)).people).toContain(`Ada ${word}`);
    }
  });

  test('lets an admin find accounts that belong to no group, and links to them', async ({
    portal,
  }) => {
    const account = await createTestUser(portal, 'faculty', `Dr. ${word}`);
    const { people } = await portal.admin.call(search, { query: { q: 'dr. quokka' } });
    expect(people).toMatchObject([{ _id: account.userId, detail: `${account.email}, Faculty` }]);
  });

  test('lets supervisors, examiners and students find only their own groups, and no accounts', async ({
    portal,
  }) => {
    const { target } = await createTwoGroups(portal);
    await createTestUser(portal, 'student', `Cem ${word}`);
    for (const { caller } of [target.supervisor, target.examiner, target.student, target.mate]) {
      expect(await find(caller, word)).toEqual({
        groups: [target.group.fypGroupName],
        people: [`Ada ${word}`],
      });
    }
  });

  test('finds nothing for a student whose email is not confirmed, and nothing in the bin', async ({
    portal,
  }) => {
    const { target, neighbour } = await createTwoGroups(portal);
    await removeEmailConfirmation(portal.db, target.student.userId);
    const nothing = { groups: [], people: [] };
    expect(await find(target.student.caller, word)).toEqual(nothing);
    await portal.admin.call(deleteGroup, { params: { groupId: neighbour.groupId } });
    expect(await find(neighbour.supervisor.caller, word)).toEqual(nothing);
    expect((await find(portal.admin, word)).groups).toEqual([target.group.fypGroupName]);
  });

  test('returns nothing without a word, and at most the first hits by name', async ({ portal }) => {
    const names = Array.from({ length: maxSearchHits + 1 }, (_, index) => `Dr. ${word} ${index}`);
    for (const name of names) await createTestUser(portal, 'faculty', name);
    expect(await find(portal.admin, '  ')).toEqual({ groups: [], people: [] });
    const { people } = await find(portal.admin, word);
    expect(people).toEqual(names.slice(0, maxSearchHits));
  });
});
