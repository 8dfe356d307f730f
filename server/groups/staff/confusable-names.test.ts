import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { findGroup, listAssignedGroups } from '#contract/groups.ts';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import {
  createTestGroup,
  createTestUser,
  getItemAt,
  type TestGroup,
  type TestUser,
} from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';

const named = 'Dr. Irfan Ali';
const likenesses = [
  ['a capital I with a dot', 'Dr. İrfan Ali'],
  ['a Cyrillic a', 'Dr. Irfаn Ali'],
] as const;
/** Spellings that are normalised to `named`. */
const spellings = [
  ['capitals', 'DR. IRFAN ALI'],
  ['doubled spaces', 'Dr.   Irfan  Ali'],
  ['a zero-width joiner', 'Dr. Irfan A\u200dli'],
] as const;

const nameStaff = (
  portal: Portal,
  { groupId }: TestGroup,
  field: 'supervisor' | 'externalExaminer',
) => portal.admin.call(updateGroup, { params: { groupId }, body: { [field]: named } });

/** Returns the number of assigned groups, and the statuses of requests to read, mark and email the group. */
async function reached(
  { caller }: TestUser,
  { groupId, ids, student }: TestGroup,
  semester: string,
) {
  const cell = semester === 'External Viva' ? 'externalViva' : 'month1';
  const body = { semester, groupId, marks: { [getItemAt(ids, 0)]: { [cell]: { marks: 1 } } } };
  const { allGroups } = await caller.call(listAssignedGroups);
  const responses = [
    await caller.request(findGroup, { params: { email: student.email } }),
    await caller.request(saveMarks, { body }),
    await caller.request(mailGroup, { params: { groupId } }),
  ];
  return [allGroups.length, ...responses.map(({ status }) => status)];
}

const places = [
  ['supervisor', 'Semester 7'],
  ['externalExaminer', 'External Viva'],
] as const;

describe.for(places)('the name of a group’s %s', ([field, semester]) => {
  test.for(likenesses)(
    'gives no access to an account whose name is spelt with %s',
    async ([, name], { portal }) => {
      const team = await createTestGroup(portal);
      const likeness = await createTestUser(portal, 'faculty', name, 'likeness@university.test');
      await nameStaff(portal, team, field);
      const before = await portal.snapshot();
      expect(await reached(likeness, team, semester)).toEqual([0, 404, 404, 404]);
      expect(await portal.snapshot()).toEqual(before);
    },
  );

  test.for(spellings)(
    'gives access to an account whose name is spelt with %s',
    async ([, name], { portal }) => {
      const team = await createTestGroup(portal);
      const written = await createTestUser(portal, 'faculty', name, 'written@university.test');
      await nameStaff(portal, team, field);
      expect(await reached(written, team, semester)).toEqual([1, 200, 200, 200]);
    },
  );
});
