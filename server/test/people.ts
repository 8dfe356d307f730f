import { updateGroup } from '#contract/admin/group-edits.ts';
import { FullGroup, findGroup, listGroups } from '#contract/groups.ts';
import { type Proposal, submitProposal } from '#contract/students/proposals.ts';
import type { Role } from '#contract/values/roles.ts';
import type { Db } from '#server/db/tables.ts';
import { insertUser } from '#server/users/add-user.ts';
import {
  buildEmailAddress,
  buildProposal,
  createUniqueName,
  type Person,
} from '#tools/test/people.ts';
import { passwordHash } from './password-hash.ts';
import type { Portal } from './portal.ts';

type Site = Pick<Portal, 'admin' | 'clock' | 'db' | 'logInAs'>;

export function getItemAt<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new Error(`There is no item ${index} in a list of ${list.length}.`);
  return item;
}

export type TestUser = Person & { userId: string };

/** Creates a user and a session directly in the database, because password hashing and logging in would be slow. */
export async function createTestUser(
  portal: Pick<Site, 'clock' | 'db' | 'logInAs'>,
  role: Role = 'student',
  name = createUniqueName(role),
  email = buildEmailAddress(name),
): Promise<TestUser> {
  const user = { name, email, role, passwordHash, supervises: role === 'faculty' };
  const userId = await insertUser({ trx: portal.db, now: portal.clock() }, user);
  return { userId, name, email, caller: await portal.logInAs(userId) };
}

/** A time before all deadlines of the default content, except the deadline for proposals. */
export const dateBeforeReports = '2026-10-01T10:00:00.000Z';

type TeamOptions = { size?: 1 | 2 | 3; createdAt?: string } & Partial<Proposal>;

/** Creates a group by submitting a proposal. Deadlines before `createdAt` do not apply to the group. */
export async function createTestGroup(
  portal: Site,
  { size = 2, createdAt, ...changes }: TeamOptions = {},
) {
  const supervisor = await createTestUser(portal, 'faculty', createUniqueName('Supervisor'));
  const examiner = await createTestUser(portal, 'faculty', createUniqueName('Examiner'));
  const students: TestUser[] = [];
  for (let index = 0; index < size; index += 1) students.push(await createTestUser(portal));
  const student = getItemAt(students, 0);
  const { groupId } = await student.caller.call(submitProposal, {
    body: buildProposal(students, { supervisor: supervisor.name, ...changes }),
  });
  if (createdAt !== undefined) {
    const created = { created_at: createdAt };
    await portal.db.updateTable('groups').set(created).where('id', '=', groupId).execute();
  }
  const { group } = await portal.admin.call(updateGroup, {
    params: { groupId },
    body: { externalExaminer: examiner.name },
  });
  // Delete the emails about the new group, because tests count only later emails.
  await portal.db.deleteFrom('emails').where('group_id', '=', groupId).execute();
  return {
    groupId,
    group,
    supervisor,
    examiner,
    students,
    student,
    mate: getItemAt(students, size - 1),
    ids: group.fypGroupMembers.map(({ _id }) => _id),
    read: async (): Promise<FullGroup> => {
      const reply = await portal.admin.call(findGroup, { params: { email: student.email } });
      return FullGroup.parse(reply.group);
    },
  };
}

export type TestGroup = Awaited<ReturnType<typeof createTestGroup>>;

/** Returns the members of an update of a group that changes one of them, because an update may leave nobody out. */
export const buildMemberEdits = <Edit extends { _id: string }>(
  ids: readonly string[],
  edit: Edit,
): ({ _id: string } | Edit)[] => ids.map((_id) => (_id === edit._id ? edit : { _id }));

export async function readMemberIds(
  { db }: Pick<Portal, 'db'>,
  groupId: string,
): Promise<string[]> {
  const members = db.selectFrom('members').select('id').where('group_id', '=', groupId);
  return (await members.orderBy('position').execute()).map(({ id }) => id);
}

/** Removes the fee proofs of the proposal, so that the members have no records and may be replaced by other people. */
export const removeMemberFiles = ({ db }: Pick<Portal, 'db'>, { ids }: Pick<TestGroup, 'ids'>) =>
  db.deleteFrom('documents').where('member_id', 'in', ids).execute();

/** Removes the confirmation of an email address. The account then belongs to no group. */
export async function removeEmailConfirmation(db: Db, userId: string): Promise<void> {
  await db.updateTable('members').set({ user_id: null }).where('user_id', '=', userId).execute();
  await db.deleteFrom('claimed_emails').where('user_id', '=', userId).execute();
  await db
    .updateTable('users')
    .set({ email_confirmed_at: null })
    .where('id', '=', userId)
    .execute();
}

export async function countGroups(portal: Portal): Promise<number> {
  const { total } = await portal.admin.call(listGroups);
  return total;
}
