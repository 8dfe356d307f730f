import type { Kysely } from 'kysely';
import { describe, expect } from 'vitest';
import { findAttention } from '#contract/admin/attention.ts';
import { chooseAccount, updateGroup } from '#contract/admin/group-edits.ts';
import { importGroups, importUsers } from '#contract/admin/imports.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { deleteGroup, readGroup, restoreGroup } from '#contract/groups.ts';
import { saveMarks } from '#contract/marks.ts';
import { changePeople, type PeopleChangeInput } from '#contract/people.ts';
import { reopenCohort } from '#contract/settings/cohorts.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { createUser, updateUser } from '#contract/users.ts';
import { up } from '#server/groups/migrations/0069-student-members.ts';
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
import { closeFirstCohort, readMemberOwner } from '#server/test/records/claims.ts';
import { buildMarksBody } from '#server/test/records/marking.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import {
  buildEmailAddress,
  buildMember,
  buildProposal,
  createUniqueName,
} from '#tools/test/people.ts';

type Staff = { name: string; email: string; userId: string };
type Write = { endpoint: Endpoint; input: object; field: string; caller?: ApiCaller };
type PathName = 'proposal' | 'edit' | 'exchange' | 'join' | 'return' | 'chosen account';

const date = '2026-11-20';
const setUser = (portal: Portal, userId: string, body: object) =>
  portal.admin.call(updateUser, { params: { userId }, body });
const addressFor = (word: string) => buildEmailAddress(createUniqueName(word));

/** Stores the staff account's address in a member row, as if it had become the account's address later. */
const store = (portal: Portal, memberId: string, { email }: Staff) =>
  portal.db
    .updateTable('members')
    .set({ email, user_id: null })
    .where('id', '=', memberId)
    .execute();

const changeOf = ({ groupId }: TestGroup, change: PeopleChangeInput) => ({
  endpoint: changePeople,
  input: { params: { groupId }, body: { change, on: date, reason: 'The wrong person.' } },
});

/** Each function builds a write that would make the staff account a member. */
const paths: Record<PathName, (portal: Portal, team: TestGroup, staff: Staff) => Promise<Write>> = {
  proposal: async (portal, _, staff) => {
    const student = await createTestUser(portal);
    const input = { body: buildProposal([student, staff]) };
    const { caller } = student;
    return { endpoint: submitProposal, input, field: 'groupMembers.1.email', caller };
  },
  edit: async (portal, { ids, groupId }, { email }) => {
    await removeMemberFiles(portal, { ids });
    const fypGroupMembers = [{ _id: getItemAt(ids, 1), email, isAnotherStudent: true }];
    const input = { params: { groupId }, body: { fypGroupMembers } };
    return { endpoint: updateGroup, input, field: 'fypGroupMembers.0.email' };
  },
  exchange: async (portal, { ids, groupId, student }, staff) => {
    await removeMemberFiles(portal, { ids });
    await store(portal, getItemAt(ids, 1), staff);
    const fypGroupMembers = [
      { _id: getItemAt(ids, 0), email: staff.email, isAnotherStudent: true },
      { _id: getItemAt(ids, 1), email: student.email, isAnotherStudent: true },
    ];
    const input = { params: { groupId }, body: { fypGroupMembers } };
    return { endpoint: updateGroup, input, field: 'fypGroupMembers.0.email' };
  },
  join: async (_portal, team, staff) => {
    const { feeProof: _, ...member } = buildMember(staff);
    return { ...changeOf(team, { kind: 'join', member }), field: 'change.member.email' };
  },
  return: async (portal, team, staff) => {
    const memberId = getItemAt(team.ids, 1);
    const left = changeOf(team, { kind: 'leave', memberId });
    await portal.admin.call(left.endpoint, left.input);
    await store(portal, memberId, staff);
    return { ...changeOf(team, { kind: 'return', memberId }), field: 'change.memberId' };
  },
  'chosen account': async (portal, { ids }, staff) => {
    const memberId = getItemAt(ids, 1);
    await store(portal, memberId, staff);
    const input = { params: { memberId }, body: { userId: staff.userId } };
    return { endpoint: chooseAccount, input, field: 'userId' };
  },
};

async function createBlockedStudent(portal: Portal) {
  const student = await createTestUser(portal);
  await setUser(portal, student.userId, { blocked: true });
  return student;
}

const unfit = [
  ['faculty', 'only students can be members'],
  ['admin', 'only students can be members'],
  ['blocked', 'is blocked. Ask an admin to unblock it under Users'],
] as const;

describe('the email address of a staff account or of a blocked one', () => {
  test.for(
    Object.entries(paths).flatMap(([name, path]) =>
      unfit
        .filter(([kind]) => kind !== 'blocked' || name !== 'chosen account')
        .map(([kind, text]) => ({ name, path, kind, text })),
    ),
  )('is rejected as that of a member: $name, $kind', async ({ path, kind, text }, { portal }) => {
    const team = await createTestGroup(portal);
    const person =
      kind === 'blocked' ? await createBlockedStudent(portal) : await createTestUser(portal, kind);
    const { endpoint, input, field, caller = portal.admin } = await path(portal, team, person);
    const refusal = await expectRefusal(portal, caller, endpoint, input);
    expect(refusal).toMatchObject({ status: 400, code: 'invalid' });
    expect(refusal.message).toContain(person.email);
    expect(refusal.message).toContain(text);
    expect(refusal.fields).toEqual({ [field]: refusal.message });
  });

  test('of a blocked account is accepted if the account never confirmed it', async ({ portal }) => {
    const [student, stranger] = [await createTestUser(portal), await createBlockedStudent(portal)];
    await removeEmailConfirmation(portal.db, stranger.userId);
    await student.caller.call(submitProposal, { body: buildProposal([student, stranger]) });
  });

  test('is accepted unchanged when an admin edits the member or sends the whole group back', async ({
    portal,
  }) => {
    const { ids, groupId } = await createTestGroup(portal);
    const [memberId, { email, ...staff }] = [
      getItemAt(ids, 1),
      await createTestUser(portal, 'faculty'),
    ];
    await store(portal, memberId, { ...staff, email });
    const edit = { _id: memberId, email, phone: '+92 3009999999' };
    const fypGroupMembers = buildMemberEdits(ids, edit);
    await portal.admin.call(updateGroup, { params: { groupId }, body: { fypGroupMembers } });
    expect((await readMemberOwner(portal, memberId)).user_id).toBeNull();
  });

  test('leaves its row out of an import, in the dry run and in the import, which say so', async ({
    portal,
  }) => {
    const people = [
      ['A', await createTestUser(portal)],
      ['A', await createTestUser(portal, 'faculty')],
      ['B', await createTestUser(portal, 'admin')],
      ['B', await createBlockedStudent(portal)],
    ] as const;
    const project = { program: 'BSCS', title: 'Robots', category: 'Web Development' };
    const rows = people.map(([group, { name, email }], index) => {
      const { feeProof: _, ...member } = buildMember({ name, email });
      return { row: index + 2, group, ...project, supervisor: 'Other', ...member };
    });
    const emails = people.map(([, { email }]) => email);
    const checked = await portal.admin.call(importGroups, { body: { rows, dryRun: true } });
    const { cohort, token } = checked;
    const body = { rows, dryRun: false, cohort: cohort.code, token };
    const written = await portal.admin.call(importGroups, { body });
    for (const { message, errors, counts, rows: results } of [checked, written]) {
      expect(errors).toEqual([]);
      expect(counts.new).toBe(1);
      expect(message).toContain('3 rows left out');
      expect(results).toMatchObject([
        { row: 2, outcome: 'new' },
        { row: 3, outcome: 'left-out', warning: expect.stringContaining(getItemAt(emails, 1)) },
        { row: 4, outcome: 'left-out', warning: expect.stringContaining(getItemAt(emails, 2)) },
        { row: 5, outcome: 'left-out', warning: expect.stringContaining('is blocked') },
      ]);
    }
    const stored = portal.db.selectFrom('members').select('email').where('email', 'in', emails);
    expect(await stored.execute()).toEqual([{ email: emails[0] }]);
  });
});

type Later = { email?: string; become: (portal: Portal, team: TestGroup) => Promise<string> };
const uninvited = addressFor('Invited');
const newStaff = () => ({ name: createUniqueName('Professor'), email: uninvited });

/** Each function gives the address of a member to a staff account, and returns the account's id. */
const later: Record<string, Later> = {
  'the member’s account is given a staff role': {
    become: async (portal, { mate }) => {
      await setUser(portal, mate.userId, { role: 'faculty' });
      return mate.userId;
    },
  },
  'a staff account is created': {
    email: uninvited,
    become: async (portal) => {
      const body = { ...newStaff(), role: 'faculty' as const };
      return (await portal.admin.call(createUser, { body })).user._id;
    },
  },
  'a staff account is imported': {
    email: uninvited,
    become: async (portal) => {
      const rows = [{ row: 2, ...newStaff(), role: 'Faculty' }];
      await portal.admin.call(importUsers, { body: { rows, dryRun: false } });
      const account = portal.db.selectFrom('users').select('id').where('email', '=', uninvited);
      return (await account.executeTakeFirstOrThrow()).id;
    },
  },
  'a staff account’s email changes': {
    email: uninvited,
    become: async (portal) => {
      const { userId } = await createTestUser(portal, 'faculty');
      await setUser(portal, userId, { email: uninvited });
      return userId;
    },
  },
  'the account is given a staff role while the group is in the bin': {
    become: async (portal, { mate, groupId }) => {
      await portal.admin.call(deleteGroup, { params: { groupId } });
      await setUser(portal, mate.userId, { role: 'admin' });
      await portal.admin.call(restoreGroup, { params: { groupId } });
      return mate.userId;
    },
  },
  'the account is given a staff role while the cohort is closed, which is reopened': {
    become: async (portal, { mate, ids }) => {
      const reopening = await closeFirstCohort(portal);
      await setUser(portal, mate.userId, { role: 'faculty' });
      expect((await readMemberOwner(portal, getItemAt(ids, 1))).user_id).toBe(mate.userId);
      await portal.admin.call(reopenCohort, reopening);
      return mate.userId;
    },
  },
};

describe('a member whose address later belongs to a staff account', () => {
  test.for(Object.entries(later))(
    'is linked to no account, keeps their records and is listed under Attention: %s',
    async ([_, { email, become }], { portal }) => {
      const team = await createTestGroup(portal);
      const memberId = getItemAt(team.ids, 1);
      if (email !== undefined) {
        await removeMemberFiles(portal, team);
        const edit = { _id: memberId, email, isAnotherStudent: true };
        const fypGroupMembers = buildMemberEdits(team.ids, edit);
        const params = { groupId: team.groupId };
        await portal.admin.call(updateGroup, { params, body: { fypGroupMembers } });
      }
      const marks = { [memberId]: { month1: { marks: 7 } } };
      const body = { semester: 'Semester 7', groupId: team.groupId, marks };
      await portal.admin.call(saveMarks, { body });
      const userId = await become(portal, team);
      expect((await readMemberOwner(portal, memberId)).user_id).toBeNull();
      const { contestedMembers } = await portal.admin.call(findAttention);
      const staff = expect.objectContaining({ _id: userId });
      expect(contestedMembers).toMatchObject([{ memberId, accounts: [], staff: [staff] }]);
      const { group } = await portal.admin.call(readGroup, { params: { groupId: team.groupId } });
      expect(getItemAt(group.fypGroupMembers, 1).month1?.marks).toBe(7);
    },
  );

  test('takes no right from the staff account, which can supervise and mark the group', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const { supervisor, ids, groupId } = team;
    await store(portal, getItemAt(ids, 1), supervisor);
    const body = buildMarksBody(team, { month1: { marks: 7 } });
    await supervisor.caller.call(saveMarks, { body });
    const params = { groupId };
    await portal.admin.call(updateGroup, {
      params,
      body: { externalExaminerId: supervisor.userId, externalExaminer: supervisor.name },
    });
  });

  test('is unlinked by the migration if earlier versions linked it', async ({ portal }) => {
    const { mate, ids } = await createTestGroup(portal);
    const users = portal.db.updateTable('users').set({ role: 'faculty' });
    await users.where('id', '=', mate.userId).execute();
    await up(portal.db as unknown as Kysely<unknown>);
    expect((await readMemberOwner(portal, getItemAt(ids, 1))).user_id).toBeNull();
  });

  test('is linked to the account again when its role changes back to student', async ({
    portal,
  }) => {
    const { mate, ids } = await createTestGroup(portal);
    await setUser(portal, mate.userId, { role: 'faculty' });
    await setUser(portal, mate.userId, { role: 'student' });
    expect((await readMemberOwner(portal, getItemAt(ids, 1))).user_id).toBe(mate.userId);
  });

  test('is not linked if the role changes while a proposal with the address is submitted', async ({
    portal,
  }) => {
    for (let round = 0; round < 6; round += 1) {
      const [student, named] = [await createTestUser(portal), await createTestUser(portal)];
      const [proposed] = await Promise.all([
        student.caller.request(submitProposal, { body: buildProposal([student, named]) }),
        setUser(portal, named.userId, { role: 'faculty' }),
      ]);
      expect([201, 400]).toContain(proposed.status);
      const linked = portal.db.selectFrom('members').select('id');
      expect(await linked.where('user_id', '=', named.userId).execute()).toEqual([]);
      const { contestedMembers } = await portal.admin.call(findAttention);
      const listed = contestedMembers.filter(({ memberEmail }) => memberEmail === named.email);
      expect(listed).toHaveLength(proposed.ok ? 1 : 0);
    }
  });
});
