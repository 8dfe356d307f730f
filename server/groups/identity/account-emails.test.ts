import { describe, expect } from 'vitest';
import { findAttention } from '#contract/admin/attention.ts';
import { chooseAccount, updateGroup } from '#contract/admin/group-edits.ts';
import { deleteGroup } from '#contract/groups.ts';
import { closeCohort, listCohorts } from '#contract/settings/cohorts.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { updateUser } from '#contract/users.ts';
import {
  createTestGroup,
  createTestUser,
  getItemAt,
  type TestGroup,
  type TestUser,
} from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { addTestCohort } from '#server/test/records/cohorts.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { buildProposal, createUniqueName } from '#tools/test/people.ts';

const roll = 'F22-777';
const email = 'another@university.test';

const setEmail = ({ userId }: TestUser, to = email) => ({
  params: { userId },
  body: { email: to },
});
const setRoll = (groupId: string, memberId: string) => ({
  params: { groupId },
  body: { fypGroupMembers: [{ _id: memberId, roll }] },
});
const setTestRoll = ({ groupId, ids }: TestGroup) => setRoll(groupId, getItemAt(ids, 0));

const tooSoon = /roll number of .* was changed less than 14 days ago.*another person would get/;

async function closeCurrentCohort(portal: Portal) {
  const { _id: cohortId } = portal.content.current;
  await addTestCohort(portal, { makeCurrent: true });
  const { cohorts } = await portal.admin.call(listCohorts);
  const { version } = getItemAt(
    cohorts.filter(({ _id }) => _id === cohortId),
    0,
  );
  await portal.admin.call(closeCohort, { params: { cohortId }, body: { version } });
}

describe('a changed email of the account of a member with files', () => {
  test.for([false, true])(
    'is refused if the roll number was changed less than 14 days ago, even in a closed cohort (%s)',
    async (isClosed, { portal }) => {
      const team = await createTestGroup(portal);
      await portal.admin.call(updateGroup, setTestRoll(team));
      if (isClosed) await closeCurrentCohort(portal);
      const refusal = await expectRefusal(portal, portal.admin, updateUser, setEmail(team.student));
      expect(refusal).toMatchObject({
        status: 400,
        code: 'invalid',
        fields: { email: expect.stringMatching(tooSoon) },
      });
      await portal.admin.call(updateUser, setEmail(team.mate));
      portal.wait(15 * 24 * 3_600_000);
      const later = await portal.logInAs(portal.adminId);
      await later.call(updateUser, setEmail(team.student, 'later@university.test'));
    },
  );

  test('is saved if the member has no files, although a neighbour has some', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const memberId = getItemAt(team.ids, 0);
    await portal.db.deleteFrom('documents').where('member_id', '=', memberId).execute();
    await portal.admin.call(updateGroup, setTestRoll(team));
    await portal.admin.call(updateUser, setEmail(team.student));
  });

  test('is refused, or the roll number is, if two admins change them at the same moment', async ({
    portal,
  }) => {
    const second = await portal.logInAs((await createTestUser(portal, 'admin')).userId);
    const team = await createTestGroup(portal);
    const results = await Promise.allSettled([
      portal.admin.call(updateGroup, setTestRoll(team)),
      second.call(updateUser, setEmail(team.student)),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

/** Creates a member whose email belonged to an earlier account and now belongs to a later one. */
async function createContestedMember(portal: Portal) {
  const { mate: earlier, groupId: earlierGroupId } = await createTestGroup(portal);
  await portal.admin.call(updateUser, setEmail(earlier));
  const name = createUniqueName('Later');
  const later = await createTestUser(portal, 'student', name, earlier.email);
  await portal.admin.call(deleteGroup, { params: { groupId: earlierGroupId } });
  const proposer = await createTestUser(portal);
  const body = buildProposal([proposer, later]);
  const { groupId } = await proposer.caller.call(submitProposal, { body });
  const { contestedMembers } = await portal.admin.call(findAttention);
  const { memberId } = getItemAt(contestedMembers, 0);
  const choose = ({ userId }: TestUser) => ({ params: { memberId }, body: { userId } });
  return { earlier, later, groupId, memberId, choose };
}

describe('the choice of an account with another email for a member with files', () => {
  test.for([false, true])(
    'is refused if the roll number was changed less than 14 days ago, even in a closed cohort (%s)',
    async (isClosed, { portal }) => {
      const { earlier, later, groupId, memberId, choose } = await createContestedMember(portal);
      await portal.admin.call(updateGroup, setRoll(groupId, memberId));
      if (isClosed) await closeCurrentCohort(portal);
      const refusal = await expectRefusal(portal, portal.admin, chooseAccount, choose(earlier));
      expect(refusal).toMatchObject({
        status: 400,
        code: 'invalid',
        fields: { userId: expect.stringMatching(tooSoon) },
      });
      await portal.admin.call(chooseAccount, choose(later));
    },
  );

  test('is refused, or the roll number is, if two admins change them at the same moment', async ({
    portal,
  }) => {
    const second = await portal.logInAs((await createTestUser(portal, 'admin')).userId);
    const { earlier, groupId, memberId, choose } = await createContestedMember(portal);
    const results = await Promise.allSettled([
      portal.admin.call(updateGroup, setRoll(groupId, memberId)),
      second.call(chooseAccount, choose(earlier)),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});
