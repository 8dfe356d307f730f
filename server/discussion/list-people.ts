import type { DiscussionPerson, DiscussionThread } from '#contract/messages/discussion.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';

type Group = Pick<DatabaseRow<'groups'>, 'id' | 'supervisor_id' | 'external_examiner_id'>;

/** Somebody who sees a thread. `userId` is null for members without a confirmed account, who cannot open it yet. */
export type ThreadPerson = DiscussionPerson & { userId: string | null };

/**
 * Returns the people who see the thread: members, then staff of the group, then admins. Members are listed by their record
 * in the group, because other members may not see the state and name of an account.
 */
export async function listPeople(
  db: Db,
  group: Group,
  thread: DiscussionThread,
): Promise<ThreadPerson[]> {
  const [members, staff, admins] = await Promise.all([
    thread === 'group' ? listMembers(db, group.id) : [],
    listStaff(db, group),
    listAdmins(db),
  ]);
  const toAccount = ({ id, name }: { id: string; name: string }) => ({ id, userId: id, name });
  return [
    ...members.map((member) => ({ ...member, role: 'member' as const })),
    ...staff.map((user) => ({ ...toAccount(user), role: getStaffRole(group, user.id) })),
    ...admins.map((user) => ({ ...toAccount(user), role: 'coordinator' as const })),
  ];
}

const getStaffRole = ({ supervisor_id }: Group, userId: string) =>
  supervisor_id === userId ? ('supervisor' as const) : ('examiner' as const);

const listMembers = (db: Db, groupId: string) =>
  db
    .selectFrom('members')
    .select(['id', 'name', 'user_id as userId'])
    .where('group_id', '=', groupId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .execute();

const users = (db: Db) =>
  db
    .selectFrom('users')
    .select(['users.id', 'users.name'])
    .where('users.blocked_at', 'is', null)
    .orderBy('users.sort_key');

const listStaff = (db: Db, { supervisor_id, external_examiner_id }: Group) =>
  users(db)
    .where(isIdInJsonArray(db, 'users.id', JSON.stringify([supervisor_id, external_examiner_id])))
    .where('users.role', '=', 'faculty')
    .execute();

const listAdmins = (db: Db) => users(db).where('users.role', '=', 'admin').execute();

/** Returns those who are notified of every message of the thread: members and staff, but not all admins. */
export const isDirectlyConcerned = (
  { role }: DiscussionPerson,
  thread: DiscussionThread,
): boolean =>
  role === 'supervisor' || (thread === 'group' ? role === 'member' : role === 'examiner');
