import { describe, expect } from 'vitest';
import { confirmEmail, register, resetPassword } from '#contract/account.ts';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { updateUser } from '#contract/users.ts';
import { createOneUseLink } from '#server/session/one-use-links.ts';
import {
  buildMemberEdits,
  createTestUser,
  readMemberIds,
  removeEmailConfirmation,
  type TestUser,
} from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { closeFirstCohort, createMarkedGroup } from '#server/test/records/claims.ts';
import { checkAndImportGroups } from '#server/test/records/imports.ts';
import { allReadableRecordParts, findReadableRecordParts } from '#server/test/records/ownership.ts';
import {
  buildEmailAddress,
  buildProposal,
  createUniqueName,
  testUserPassword,
} from '#tools/test/people.ts';

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
      await closeFirstCohort(portal);
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
    const right = await createTestUser(
      portal,
      'student',
      mate.name,
      buildEmailAddress(createUniqueName('Right')),
    );
    const edit = { _id: memberId, email: right.email };
    const body = {
      fypGroupMembers: buildMemberEdits(await readMemberIds(portal, row.groupId), edit),
    };
    await portal.admin.call(updateGroup, { params: { groupId: row.groupId }, body });
    expect(await findReadableRecordParts(portal, right.userId, row)).toEqual(
      allReadableRecordParts,
    );
    expect(await findReadableRecordParts(portal, mate.userId, row)).toEqual([]);
  });
});
