import {
  changePeople,
  listPeopleChanges,
  type PeopleChangeInput,
  undoPeopleChange,
} from '#contract/people.ts';
import { askToLeave, listLeaveRequests } from '#contract/students/leave-requests.ts';
import { getItemAt, type TestGroup } from '#server/test/people.ts';
import type { Portal } from '#server/test/portal.ts';

/** The day before that on which test portals start. */
const dayOfChange = '2027-01-14';
const reasonOfChange = 'Left the university.';

export const buildPeopleChange = (
  { groupId }: Pick<TestGroup, 'groupId'>,
  change: PeopleChangeInput,
  more: object = {},
) => ({
  params: { groupId },
  body: { change, on: dayOfChange, reason: reasonOfChange, ...more },
});

export const changeTestPeople = (
  portal: Portal,
  group: Pick<TestGroup, 'groupId'>,
  change: PeopleChangeInput,
) => portal.admin.call(changePeople, buildPeopleChange(group, change));

/** Lets the last member of the group leave, and returns their id. */
export async function letLastMemberLeave(portal: Portal, group: TestGroup): Promise<string> {
  const memberId = getItemAt(group.ids, group.ids.length - 1);
  await changeTestPeople(portal, group, { kind: 'leave', memberId });
  return memberId;
}

export async function findNewestChangeId(portal: Portal): Promise<string> {
  const { changes } = await portal.admin.call(listPeopleChanges);
  return getItemAt(changes, 0)._id;
}

export const undoNewestChange = async (portal: Portal) =>
  portal.admin.call(undoPeopleChange, {
    params: { changeId: await findNewestChangeId(portal) },
  });

export const buildLeaveRequest = (
  { groupId }: Pick<TestGroup, 'groupId'>,
  reason = 'I am moving abroad.',
) => ({ params: { groupId }, body: { reason } });

/** Lets the last member of the group ask to leave it, and returns the id of the request. */
export async function requestTestLeave({ admin }: Portal, group: TestGroup): Promise<string> {
  const { groupId, mate } = group;
  await mate.caller.call(askToLeave, buildLeaveRequest(group));
  const { requests } = await admin.call(listLeaveRequests, { query: { group: groupId } });
  return getItemAt(requests, 0)._id;
}
