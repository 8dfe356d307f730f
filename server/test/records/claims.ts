import { randomUUID } from 'node:crypto';
import { findAttention } from '#contract/admin/attention.ts';
import { saveMarks } from '#contract/marks.ts';
import { closeCohort, listCohorts } from '#contract/settings/cohorts.ts';
import { updateUser } from '#contract/users.ts';
import { createTestGroup, getItemAt, type TestUser } from '#server/test/people.ts';
import type { Portal } from '#server/test/portal.ts';
import { addTestCohort } from '#server/test/records/cohorts.ts';
import type { OwnedRecord } from '#server/test/records/ownership.ts';

export const changedEmail = 'new.address@university.test';

/** Creates a group and, if `isMarked`, enters a mark for its second member, who did not submit the proposal. */
export async function createMarkedGroup(portal: Portal, isMarked = true) {
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

export const changeAccountEmail = (
  portal: Portal,
  { userId }: Pick<TestUser, 'userId'>,
  email: string,
) => portal.admin.call(updateUser, { params: { userId }, body: { email } });

export const listContestedMembers = async (portal: Portal) =>
  (await portal.admin.call(findAttention)).contestedMembers;

export const readMemberOwner = async (portal: Portal, memberId: string) =>
  portal.db
    .selectFrom('members')
    .select(['user_id', 'email'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();

/** Makes a new cohort current and closes the previous one. Returns the input for reopening the closed cohort. */
export async function closeFirstCohort(portal: Portal) {
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
