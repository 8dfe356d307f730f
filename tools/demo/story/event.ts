import { findGroup } from '#contract/groups.ts';
import type { DemoDepartment, DemoGroup } from '#tools/demo/plan-department.ts';
import type { ApiCaller } from '#tools/test/caller.ts';

/** Clients of the demo's accounts, with a session that is valid at the time of the event. */
export type DemoCallers = {
  admin: () => Promise<ApiCaller>;
  as: (person: { email: string }) => Promise<ApiCaller>;
  password: string;
  runJobs: () => Promise<void>;
};

/** Something that happens in the department at a certain time. */
export type DemoEvent = { at: Date; run: (callers: DemoCallers) => Promise<unknown> };

/** The events of one subject. Events must not be later than yesterday. */
export type Chapter = (department: DemoDepartment) => DemoEvent[];

export async function findDemoGroup(caller: ApiCaller, { first }: DemoGroup) {
  const { group, member } = await caller.call(findGroup, { params: { email: first.email } });
  return { groupId: group._id, members: group.fypGroupMembers, memberId: member._id };
}
