import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { confirmEmail, register, resetPassword } from '#contract/account.ts';
import { findAttention } from '#contract/admin/attention.ts';
import { chooseAccount, updateGroup } from '#contract/admin/group-edits.ts';
import { findDesk } from '#contract/desk.ts';
import { deleteGroup, findGroup, listChanges, restoreGroup } from '#contract/groups.ts';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import { login } from '#contract/session.ts';
import { closeCohort, listCohorts, reopenCohort } from '#contract/settings/cohorts.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { updateUser } from '#contract/users.ts';
import { createOneUseLink } from '#server/session/one-use-links.ts';
import {
  createTestGroup,
  createTestUser,
  getItemAt,
  removeEmailConfirmation,
  type TestGroup,
  type TestUser,
} from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { addTestAnnouncement } from '#server/test/records/announcements.ts';
import { addTestCohort } from '#server/test/records/cohorts.ts';
import { checkAndImportGroups } from '#server/test/records/imports.ts';
import {
  allReadableRecordParts,
  findReadableRecordParts,
  type OwnedRecord,
} from '#server/test/records/ownership.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import {
  buildEmailAddress,
  buildProposal,
  createUniqueName,
  testUserPassword,
} from '#tools/test/people.ts';

const newEmail = 'new.address@university.test';

/** Creates a group and, if `isMarked`, enters a mark for its second member, who did not submit the proposal. */
async function createMarkedGroup(portal: Portal, isMarked = true) {
  const team = await createTestGroup(portal);
  const { mate, groupId, group, ids } = team;
  const secret = `secret ${randomUUID()}`;
  if (isMarked) {
    const marks = { [getItemAt(ids, 1)]: { month1: { marks: 9, feedback: secret } } };
    await portal.admin.call(saveMarks, { body: { semester: 'Semester 7', groupId, marks } });
  }
  const feeProof = getItemAt(group.fypGroupMembers, 1).feeProofPath ?? '';
  const row: OwnedRecord = {
    groupId,
    groupName: group.fypGroupName,
    secret,
    feeProofId: feeProof.split('/').at(-1) ?? '',
  };
  return { team, mate, row, memberId: getItemAt(ids, 1) };
}

const moveAccount = (portal: Portal, { userId }: Pick<TestUser, 'userId'>, email: string) =>
  portal.admin.call(updateUser, { params: { userId }, body: { email } });
const contested = async (portal: Portal) =>
  (await portal.admin.call(findAttention)).contestedMembers;
const ownerOf = async (portal: Portal, memberId: string) =>
  portal.db
    .selectFrom('members')
    .select(['user_id', 'email'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();

/** Makes a new cohort current and closes the previous one. Returns the input for reopening the closed cohort. */
async function close(portal: Portal) {
  const { _id: from } = portal.content.current;
  await addTestCohort(portal, { makeCurrent: true });
  const { cohorts } = await portal.admin.call(listCohorts);
  const { version } = getItemAt(
    cohorts.filter(({ _id }) => _id === from),
    0,
  );
  const params = { cohortId: from };
  const { cohort } = await portal.admin.call(closeCohort, { params, body: { version } });
  return { params, body: { version: cohort.version } };
}

type Place = { during: (portal: Portal, team: TestGroup) => Promise<() => Promise<unknown>> };
const places: Record<string, Place> = {
  'while nothing else happens': { during: async () => async () => {} },
  'while its group is in the bin': {
    during: async (portal, { groupId }) => {
      await portal.admin.call(deleteGroup, { params: { groupId } });
      return () => portal.admin.call(restoreGroup, { params: { groupId } });
    },
  },
  'while its cohort is closed': {
    during: async (portal) => {
      await close(portal);
      return async () => {};
    },
  },
  'while its cohort is closed, which is opened again later': {
    during: async (portal) => {
      const reopening = await close(portal);
      return () => portal.admin.call(reopenCohort, reopening);
    },
  },
};

describe('a group membership that an account has claimed', () => {
  test.for(Object.entries(places))(
    'remains with the account if the account’s email changes %s, and the old email grants no access',
    async ([, { during }], { portal }) => {
      const { team, mate, row } = await createMarkedGroup(portal);
      expect(await findReadableRecordParts(portal, mate.userId, row)).toEqual(
        allReadableRecordParts,
      );
      const end = await during(portal, team);
      await moveAccount(portal, mate, newEmail);
      const second = await createTestUser(
        portal,
        'student',
        createUniqueName('Second'),
        mate.email,
      );
      expect(await findReadableRecordParts(portal, second.userId, row)).toEqual([]);
      await end();
      expect(await findReadableRecordParts(portal, mate.userId, row)).toEqual(
        allReadableRecordParts,
      );
      expect(await findReadableRecordParts(portal, second.userId, row)).toEqual([]);
      expect(await contested(portal)).toEqual([]);
      expect(await findReadableRecordParts(portal, team.student.userId, row)).not.toContain(
        'feedback',
      );
    },
  );

  test('keeps the old email in a closed cohort, but emails are sent to the account’s new address', async ({
    portal,
  }) => {
    const { team, mate, row, memberId } = await createMarkedGroup(portal);
    const reopening = await close(portal);
    await moveAccount(portal, mate, newEmail);
    expect((await ownerOf(portal, memberId)).email).toBe(mate.email);
    await portal.admin.call(mailGroup, { params: { groupId: team.groupId } });
    const to = await portal.db.selectFrom('emails').select('recipient').execute();
    expect(to.map(({ recipient }) => recipient)).toEqual([newEmail]);
    for (const email of [newEmail, mate.email]) {
      const { group } = await portal.admin.call(findGroup, { params: { email } });
      expect(group._id).toBe(row.groupId);
    }
    const { caller } = team.student;
    expect((await caller.call(findGroup, { params: { email: newEmail } })).group._id).toBe(
      row.groupId,
    );
    await portal.admin.call(reopenCohort, reopening);
    expect((await ownerOf(portal, memberId)).email).toBe(newEmail);
    const { changes } = await portal.admin.call(listChanges, {
      params: { groupId: team.groupId },
    });
    expect(getItemAt(changes, 0)).toMatchObject({ field: 'email', from: mate.email, to: newEmail });
  });

  test('does not prevent its closed cohort from being reopened, even if another member now has the account’s old address', async ({
    portal,
  }) => {
    const { mate, memberId } = await createMarkedGroup(portal);
    const reopening = await close(portal);
    await moveAccount(portal, mate, newEmail);
    const second = await createTestUser(portal, 'student', createUniqueName('Second'), mate.email);
    await second.caller.call(submitProposal, { body: buildProposal([second]) });
    await portal.admin.call(reopenCohort, reopening);
    expect(await ownerOf(portal, memberId)).toEqual({ user_id: mate.userId, email: newEmail });
  });

  test('still determines which group, cohort and announcements the account sees after its email has changed', async ({
    portal,
  }) => {
    const { mate, row } = await createMarkedGroup(portal);
    await moveAccount(portal, mate, newEmail);
    const second = await createTestUser(portal, 'student', createUniqueName('Second'), mate.email);
    await addTestAnnouncement(portal, { title: 'For members' });
    const groupIdOf = async (email: string) =>
      (await portal.visitor.call(login, { body: { email, password: testUserPassword } })).groupId;
    expect(await groupIdOf(newEmail)).toBe(row.groupId);
    expect(await groupIdOf(second.email)).toBeUndefined();
    const views = [mate, second].map(async ({ caller }) => ({
      isOwn: (await caller.call(listCohorts)).cohorts.some(({ isOwn }) => isOwn),
      announced: (await caller.call(findDesk)).announcements.length,
    }));
    expect(await Promise.all(views)).toEqual([
      { isOwn: true, announced: 1 },
      { isOwn: false, announced: 0 },
    ]);
  });

  test('is not lost if the account is temporarily blocked or made a faculty account', async ({
    portal,
  }) => {
    const { mate, row } = await createMarkedGroup(portal);
    const change = (body: object) =>
      portal.admin.call(updateUser, { params: { userId: mate.userId }, body });
    for (const [there, back] of [
      [{ blocked: true }, { blocked: false }],
      [{ role: 'faculty' }, { role: 'student' }],
    ] as const) {
      await change(there);
      expect(await findReadableRecordParts(portal, mate.userId, row)).toEqual([]);
      await change(back);
      expect(await findReadableRecordParts(portal, mate.userId, row)).toEqual(
        allReadableRecordParts,
      );
    }
  });
});

const confirmations: Record<string, (portal: Portal, user: TestUser) => Promise<unknown>> = {
  'an admin confirms it': (portal, { userId }) =>
    portal.admin.call(updateUser, { params: { userId }, body: { confirmed: true } }),
  'its owner opens the link that confirms it': async (portal, { userId }) => {
    const now = portal.clock();
    const token = await createOneUseLink(portal.db, userId, 'confirm-email', 60_000, now);
    await portal.visitor.call(confirmEmail, {
      body: { token: token ?? '', password: testUserPassword },
    });
  },
  'its owner chooses a password by a link': async (portal, { userId }) => {
    const now = portal.clock();
    const token = await createOneUseLink(portal.db, userId, 'reset-password', 60_000, now);
    await portal.visitor.call(resetPassword, {
      body: { token: token ?? '', password: testUserPassword },
    });
  },
};

describe('a member’s email address that no account has claimed', () => {
  test.for(Object.entries(confirmations))(
    'gives the account with this address access to the group when %s, even in a closed cohort',
    async ([, confirm], { portal }) => {
      const { mate, row } = await createMarkedGroup(portal);
      await removeEmailConfirmation(portal.db, mate.userId);
      await close(portal);
      expect(await findReadableRecordParts(portal, mate.userId, row)).toEqual([]);
      await confirm(portal, mate);
      expect(await findReadableRecordParts(portal, mate.userId, row)).toEqual(
        allReadableRecordParts,
      );
    },
  );

  test('is claimed by the account with this address, whether the account or the group is created first', async ({
    portal,
  }) => {
    const proposer = await createTestUser(portal);
    const name = createUniqueName('Late');
    const late = { name, email: buildEmailAddress(name) };
    await proposer.caller.call(submitProposal, { body: buildProposal([proposer, late]) });
    await portal.visitor.call(register, { body: { ...late, password: testUserPassword } });
    const early = await createTestUser(portal);
    const imported = {
      row: 2,
      group: 'A',
      program: 'BSCS',
      title: 'T',
      category: 'Web Development',
      supervisor: 'other',
      name: early.name,
      fathername: 'F',
      roll: 'F29-0001',
      email: early.email,
      phone: '+92 3001234567',
    };
    await checkAndImportGroups(portal, [imported]);
    const owners = await portal.db
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.user_id')
      .select('users.email')
      .execute();
    expect(owners.map(({ email }) => email).toSorted()).toEqual(
      [proposer.email, late.email, early.email].toSorted(),
    );
  });

  test('gives the account with this address access to the group as soon as an admin enters the address for the member', async ({
    portal,
  }) => {
    const { row, memberId, mate } = await createMarkedGroup(portal);
    await removeEmailConfirmation(portal.db, mate.userId);
    const right = await createTestUser(portal);
    const body = { fypGroupMembers: [{ _id: memberId, email: right.email }] };
    await portal.admin.call(updateGroup, { params: { groupId: row.groupId }, body });
    expect(await findReadableRecordParts(portal, right.userId, row)).toEqual(
      allReadableRecordParts,
    );
    expect(await findReadableRecordParts(portal, mate.userId, row)).toEqual([]);
  });
});

describe('a member’s email address that an account claimed earlier and no longer has', () => {
  /** Changes the email of a member's account and creates a second account with the old email. */
  async function aSecond(portal: Portal) {
    const { mate, row, team } = await createMarkedGroup(portal);
    await moveAccount(portal, mate, newEmail);
    const second = await createTestUser(portal, 'student', createUniqueName('Second'), mate.email);
    await portal.admin.call(deleteGroup, { params: { groupId: row.groupId } });
    const proposer = await createTestUser(portal);
    return { mate, row, team, second, proposer };
  }

  test('gives no account access to a new group, and is sent no emails, until an admin chooses the member’s account', async ({
    portal,
  }) => {
    const { mate, second, proposer } = await aSecond(portal);
    await portal.db.deleteFrom('emails').execute();
    const body = buildProposal([proposer, second]);
    const { groupId, fypGroupName } = await proposer.caller.call(submitProposal, { body });
    const [waiting, ...otherMembers] = await contested(portal);
    expect(otherMembers).toEqual([]);
    expect(waiting).toMatchObject({
      memberName: second.name,
      memberEmail: second.email,
      group: { _id: groupId, fypGroupName },
    });
    expect(waiting?.accounts.map(({ _id }) => _id).toSorted()).toEqual(
      [mate.userId, second.userId].toSorted(),
    );
    const memberId = waiting?.memberId ?? '';
    for (const { userId } of [mate, second]) {
      const caller = await portal.logInAs(userId);
      const { email } = userId === mate.userId ? { email: newEmail } : second;
      expect((await caller.request(findGroup, { params: { email } })).status).toBe(404);
    }
    const sent = await portal.db.selectFrom('emails').select('recipient').execute();
    expect(sent.map(({ recipient }) => recipient)).not.toContain(second.email);

    const stranger = await createTestUser(portal);
    const params = { memberId };
    const choice = (userId: string) => ({ params, body: { userId } });
    expect(
      await expectRefusal(portal, portal.admin, chooseAccount, choice(stranger.userId)),
    ).toMatchObject({ status: 400, code: 'invalid' });
    await portal.admin.call(chooseAccount, choice(second.userId));
    expect(await contested(portal)).toEqual([]);
    expect(await ownerOf(portal, memberId)).toEqual({
      user_id: second.userId,
      email: second.email,
    });
    expect(
      await expectRefusal(portal, portal.admin, chooseAccount, choice(mate.userId)),
    ).toMatchObject({ status: 404 });
    const { changes } = await portal.admin.call(listChanges, { params: { groupId } });
    expect(getItemAt(changes, 0)).toMatchObject({ field: 'account', from: null, to: second.email });
  });

  test('is replaced with the earlier account’s current address if an admin chooses this account for the member', async ({
    portal,
  }) => {
    const { mate, second, proposer } = await aSecond(portal);
    await proposer.caller.call(submitProposal, { body: buildProposal([proposer, second]) });
    const { memberId } = getItemAt(await contested(portal), 0);
    await portal.admin.call(chooseAccount, {
      params: { memberId },
      body: { userId: mate.userId },
    });
    expect(await ownerOf(portal, memberId)).toEqual({ user_id: mate.userId, email: newEmail });
  });

  test('does not allow an admin to choose an account that is already in another group', async ({
    portal,
  }) => {
    const { mate, row, second, proposer } = await aSecond(portal);
    await portal.admin.call(restoreGroup, { params: { groupId: row.groupId } });
    await proposer.caller.call(submitProposal, { body: buildProposal([proposer, second]) });
    const { memberId } = getItemAt(await contested(portal), 0);
    const input = { params: { memberId }, body: { userId: mate.userId } };
    expect(await expectRefusal(portal, portal.admin, chooseAccount, input)).toMatchObject({
      status: 409,
      code: 'already-in-group',
    });
  });

  test('is claimed by the account that has it now if this account submits the proposal itself', async ({
    portal,
  }) => {
    const { second, mate } = await aSecond(portal);
    const { groupId } = await second.caller.call(submitProposal, { body: buildProposal([second]) });
    const { group } = await second.caller.call(findGroup, { params: { email: second.email } });
    expect(group._id).toBe(groupId);
    const former = await portal.logInAs(mate.userId);
    expect((await former.request(findGroup, { params: { email: newEmail } })).status).toBe(404);
    expect(await contested(portal)).toEqual([]);
  });

  test('is listed under Attention even if no account has it now, and gives no access to an account that registers with it', async ({
    portal,
  }) => {
    const { mate, row } = await createMarkedGroup(portal);
    await portal.admin.call(deleteGroup, { params: { groupId: row.groupId } });
    await moveAccount(portal, mate, newEmail);
    const proposer = await createTestUser(portal);
    const named = { name: mate.name, email: mate.email };
    await proposer.caller.call(submitProposal, { body: buildProposal([proposer, named]) });
    expect((await contested(portal)).map(({ accounts }) => accounts.length)).toEqual([1]);
    const { email } = mate;
    await portal.visitor.call(register, {
      body: { name: 'A Newcomer', email, password: testUserPassword },
    });
    const { groupId } = await portal.visitor.call(login, {
      body: { email, password: testUserPassword },
    });
    expect(groupId).toBeUndefined();
    expect((await contested(portal)).map(({ accounts }) => accounts.length)).toEqual([2]);
  });

  test('is claimed by the earlier account when this account’s email is changed back to it', async ({
    portal,
  }) => {
    const { mate, row } = await createMarkedGroup(portal);
    await portal.admin.call(deleteGroup, { params: { groupId: row.groupId } });
    await moveAccount(portal, mate, newEmail);
    const proposer = await createTestUser(portal);
    const named = { name: mate.name, email: mate.email };
    await proposer.caller.call(submitProposal, { body: buildProposal([proposer, named]) });
    await moveAccount(portal, mate, mate.email);
    expect(await contested(portal)).toEqual([]);
    const caller = await portal.logInAs(mate.userId);
    const { group } = await caller.call(findGroup, { params: { email: mate.email } });
    expect(group._id).not.toBe(row.groupId);
  });
});
