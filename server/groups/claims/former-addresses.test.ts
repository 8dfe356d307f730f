import { describe, expect } from 'vitest';
import { register } from '#contract/account.ts';
import { chooseAccount } from '#contract/admin/group-edits.ts';
import { deleteGroup, findGroup, restoreGroup } from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';
import { login } from '#contract/session.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { createTestUser, getItemAt } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import {
  changeAccountEmail,
  changedEmail,
  createMarkedGroup,
  listContestedMembers,
  readMemberOwner,
} from '#server/test/records/claims.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { buildProposal, createUniqueName, testUserPassword } from '#tools/test/people.ts';

describe('a member’s email address that an account claimed earlier and no longer has', () => {
  /** Changes the email of a member's account and creates a second account with the old email. */
  async function createSecondAccount(portal: Portal) {
    const { mate, row, team } = await createMarkedGroup(portal);
    await changeAccountEmail(portal, mate, changedEmail);
    const second = await createTestUser(portal, 'student', createUniqueName('Second'), mate.email);
    await portal.admin.call(deleteGroup, { params: { groupId: row.groupId } });
    const proposer = await createTestUser(portal);
    return { mate, row, team, second, proposer };
  }

  test('gives no account access to a new group, and is sent no emails, until an admin chooses the member’s account', async ({
    portal,
  }) => {
    const { mate, second, proposer } = await createSecondAccount(portal);
    await portal.db.deleteFrom('emails').execute();
    const body = buildProposal([proposer, second]);
    const { groupId, fypGroupName } = await proposer.caller.call(submitProposal, { body });
    const [waiting, ...otherMembers] = await listContestedMembers(portal);
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
      const { email } = userId === mate.userId ? { email: changedEmail } : second;
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
    expect(await listContestedMembers(portal)).toEqual([]);
    expect(await readMemberOwner(portal, memberId)).toEqual({
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
    const { mate, second, proposer } = await createSecondAccount(portal);
    await proposer.caller.call(submitProposal, { body: buildProposal([proposer, second]) });
    const { memberId } = getItemAt(await listContestedMembers(portal), 0);
    await portal.admin.call(chooseAccount, {
      params: { memberId },
      body: { userId: mate.userId },
    });
    expect(await readMemberOwner(portal, memberId)).toEqual({
      user_id: mate.userId,
      email: changedEmail,
    });
  });

  test('does not allow an admin to choose an account that is already in another group', async ({
    portal,
  }) => {
    const { mate, row, second, proposer } = await createSecondAccount(portal);
    await portal.admin.call(restoreGroup, { params: { groupId: row.groupId } });
    await proposer.caller.call(submitProposal, { body: buildProposal([proposer, second]) });
    const { memberId } = getItemAt(await listContestedMembers(portal), 0);
    const input = { params: { memberId }, body: { userId: mate.userId } };
    expect(await expectRefusal(portal, portal.admin, chooseAccount, input)).toMatchObject({
      code: 'already-in-group',
    });
  });

  test('is claimed by the account that has it now if this account submits the proposal itself', async ({
    portal,
  }) => {
    const { second, mate } = await createSecondAccount(portal);
    const { groupId } = await second.caller.call(submitProposal, { body: buildProposal([second]) });
    const { group } = await second.caller.call(findGroup, { params: { email: second.email } });
    expect(group._id).toBe(groupId);
    const former = await portal.logInAs(mate.userId);
    expect((await former.request(findGroup, { params: { email: changedEmail } })).status).toBe(404);
    expect(await listContestedMembers(portal)).toEqual([]);
  });

  test('is listed under Attention even if no account has it now, and gives no access to an account that registers with it', async ({
    portal,
  }) => {
    const { mate, row } = await createMarkedGroup(portal);
    await portal.admin.call(deleteGroup, { params: { groupId: row.groupId } });
    await changeAccountEmail(portal, mate, changedEmail);
    const proposer = await createTestUser(portal);
    const named = { name: mate.name, email: mate.email };
    await proposer.caller.call(submitProposal, { body: buildProposal([proposer, named]) });
    expect((await listContestedMembers(portal)).map(({ accounts }) => accounts.length)).toEqual([
      1,
    ]);
    const { email } = mate;
    await portal.visitor.call(register, {
      body: { name: 'A Newcomer', email, password: testUserPassword },
    });
    const { groupId } = await portal.visitor.call(login, {
      body: { email, password: testUserPassword },
    });
    expect(groupId).toBeUndefined();
    expect((await listContestedMembers(portal)).map(({ accounts }) => accounts.length)).toEqual([
      2,
    ]);
  });

  test('is claimed by the earlier account when this account’s email is changed back to it', async ({
    portal,
  }) => {
    const { mate, row } = await createMarkedGroup(portal);
    await portal.admin.call(deleteGroup, { params: { groupId: row.groupId } });
    await changeAccountEmail(portal, mate, changedEmail);
    const proposer = await createTestUser(portal);
    const named = { name: mate.name, email: mate.email };
    await proposer.caller.call(submitProposal, { body: buildProposal([proposer, named]) });
    await changeAccountEmail(portal, mate, mate.email);
    expect(await listContestedMembers(portal)).toEqual([]);
    const caller = await portal.logInAs(mate.userId);
    const { group } = await caller.call(findGroup, { params: { email: mate.email } });
    expect(group._id).not.toBe(row.groupId);
  });
});
