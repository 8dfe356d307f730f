import { describe, expect } from 'vitest';
import { register } from '#contract/account.ts';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { updateUser } from '#contract/users.ts';
import { contestedMemberCondition } from '#server/db/contested.ts';
import {
  buildMemberEdits,
  createTestGroup,
  createTestUser,
  getItemAt,
  removeEmailConfirmation,
  removeMemberFiles,
} from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import {
  buildEmailAddress,
  buildProposal,
  createUniqueName,
  testUserPassword,
} from '#tools/test/people.ts';

/** A single run rarely covers both outcomes of a race. */
const rounds = 6;

const rowsOf = (portal: Portal, email: string) =>
  portal.db
    .selectFrom('members')
    .leftJoin('users', 'users.id', 'members.user_id')
    .select(['members.id', 'members.email', 'users.email as account'])
    .where((eb) => eb.or([eb('members.email', '=', email), eb('users.email', '=', email)]))
    .execute();
const isAnyContested = async (portal: Portal) =>
  (await portal.db.selectFrom('members').select('id').where(contestedMemberCondition).execute())
    .length > 0;
const confirm = (portal: Portal, userId: string) =>
  portal.admin.call(updateUser, { params: { userId }, body: { confirmed: true } });

describe('the portal during concurrent changes to email addresses', () => {
  test('links a member to the account if a proposal with the account’s address is submitted while the account is being confirmed', async ({
    portal,
  }) => {
    for (let round = 0; round < rounds; round += 1) {
      const [proposer, named] = [await createTestUser(portal), await createTestUser(portal)];
      await removeEmailConfirmation(portal.db, named.userId);
      const body = buildProposal([proposer, named]);
      await Promise.all([
        proposer.caller.call(submitProposal, { body }),
        confirm(portal, named.userId),
      ]);
      expect(await rowsOf(portal, named.email)).toMatchObject([{ account: named.email }]);
    }
    expect(await isAnyContested(portal)).toBe(false);
  });

  test('links a member to the account if a proposal with the account’s address is submitted while the account is being created', async ({
    portal,
  }) => {
    for (let round = 0; round < rounds; round += 1) {
      const proposer = await createTestUser(portal);
      const name = createUniqueName('Named');
      const named = { name, email: buildEmailAddress(name) };
      const body = buildProposal([proposer, named]);
      await Promise.all([
        proposer.caller.call(submitProposal, { body }),
        portal.visitor.call(register, { body: { ...named, password: testUserPassword } }),
      ]);
      expect(await rowsOf(portal, named.email)).toMatchObject([{ account: named.email }]);
    }
    expect(await isAnyContested(portal)).toBe(false);
  });

  test('gives a member’s address to only one of two accounts, and links the member to this account', async ({
    portal,
  }) => {
    for (let round = 0; round < rounds; round += 1) {
      const proposer = await createTestUser(portal);
      const name = createUniqueName('Named');
      const named = { name, email: buildEmailAddress(name) };
      await proposer.caller.call(submitProposal, { body: buildProposal([proposer, named]) });
      const accounts = [await createTestUser(portal), await createTestUser(portal)];
      const replies = await Promise.all(
        accounts.map(({ userId }) =>
          portal.admin.request(updateUser, {
            params: { userId },
            body: { email: named.email },
          }),
        ),
      );
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect(await rowsOf(portal, named.email)).toMatchObject([{ account: named.email }]);
    }
  });

  test('links a member to the account if the member is given the account’s address while the account is being confirmed', async ({
    portal,
  }) => {
    for (let round = 0; round < rounds; round += 1) {
      const { groupId, ids, mate } = await createTestGroup(portal);
      await removeEmailConfirmation(portal.db, mate.userId);
      await removeMemberFiles(portal, { ids });
      const right = await createTestUser(portal);
      await removeEmailConfirmation(portal.db, right.userId);
      const edit = { _id: getItemAt(ids, 1), email: right.email };
      const fypGroupMembers = buildMemberEdits(ids, edit);
      await Promise.all([
        portal.admin.call(updateGroup, { params: { groupId }, body: { fypGroupMembers } }),
        confirm(portal, right.userId),
      ]);
      expect(await rowsOf(portal, right.email)).toMatchObject([{ account: right.email }]);
    }
  });

  test('never stores a proposal with the old address of a student whose address is being changed', async ({
    portal,
  }) => {
    for (let round = 0; round < rounds; round += 1) {
      const student = await createTestUser(portal);
      const email = `moved.${student.email}`;
      const params = { userId: student.userId };
      const [proposed] = await Promise.all([
        student.caller.request(submitProposal, { body: buildProposal([student]) }),
        portal.admin.call(updateUser, { params, body: { email } }),
      ]);
      const rows = await rowsOf(portal, email);
      expect(rows).toMatchObject(proposed.ok ? [{ email, account: email }] : []);
      expect(await rowsOf(portal, student.email)).toEqual([]);
    }
  });
});
