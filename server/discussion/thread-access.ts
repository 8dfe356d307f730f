import type { DiscussionThread } from '#contract/messages/discussion.ts';
import { Problem } from '#contract/problem.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import {
  createGroupNotFoundProblem,
  findStudentMembership,
  getGroupAccess,
  getVisibleGroup,
  type LockedGroup,
  lockGroup,
} from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';

/** Students never see the thread of the staff. Everybody else who may see the group sees both threads. */
export const maySeeThread = ({ role }: Pick<Caller, 'role'>, thread: DiscussionThread): boolean =>
  thread === 'group' || role !== 'student';

/** Returns the group if the caller may see the thread. Throws the same `not-found` for a hidden thread and group. */
export async function getGroupOfThread(
  db: Db,
  caller: Caller,
  { groupId, thread }: { groupId: string; thread: DiscussionThread },
) {
  if (!maySeeThread(caller, thread)) throw createGroupNotFoundProblem();
  return (await getVisibleGroup(db, caller, groupId)).group;
}

/** Locks the group of a thread for a write. Throws `cohort-closed`, or `not-found` if the caller lost access. */
export async function lockGroupOfThread(
  db: Db,
  caller: Caller,
  { groupId, thread }: { groupId: string; thread: DiscussionThread },
): Promise<LockedGroup> {
  if (!maySeeThread(caller, thread)) throw createGroupNotFoundProblem();
  const group = await lockGroup(db, groupId);
  const membership = await findStudentMembership(db, caller, groupId);
  if (!getGroupAccess(caller, group, membership)) throw createGroupNotFoundProblem();
  return group;
}

const createMessageNotFoundProblem = () =>
  new Problem('not-found', 'This message doesn’t exist, or you don’t have access.');

export type MessageRow = DatabaseRow<'discussion_messages'>;

/** Returns a message, also a removed one, and the name of its group. Throws `not-found` if its thread is hidden. */
export async function getVisibleMessage(
  db: Db,
  caller: Caller,
  messageId: string,
): Promise<{ message: MessageRow; groupName: string }> {
  const groupId = db
    .selectFrom('discussion_messages')
    .select('group_id')
    .$castTo<{ group_id: string | null }>()
    .where('id', '=', messageId);
  const [message, group, membership] = await Promise.all([
    findMessage(db, messageId),
    db
      .selectFrom('groups')
      .select(['name', 'supervisor_id', 'external_examiner_id', 'deleted_at'])
      .where('id', '=', groupId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
    findStudentMembership(db, caller, groupId),
  ]);
  const isVisible =
    message &&
    maySeeThread(caller, message.thread) &&
    group &&
    getGroupAccess(caller, group, membership);
  if (!isVisible) throw createMessageNotFoundProblem();
  return { message, groupName: group.name };
}

export const findMessage = (db: Db, messageId: string): Promise<MessageRow | undefined> =>
  db.selectFrom('discussion_messages').selectAll().where('id', '=', messageId).executeTakeFirst();

/** Like `getVisibleMessage`, but locks the message and its group for a write. Also throws `cohort-closed`. */
export async function lockMessage(
  db: Db,
  caller: Caller,
  messageId: string,
): Promise<{ message: MessageRow; group: LockedGroup }> {
  const { message: seen } = await getVisibleMessage(db, caller, messageId);
  const { group_id: groupId, thread } = seen;
  const group = await lockGroupOfThread(db, caller, { groupId, thread });
  // Read again under the lock, because somebody may have edited or removed the message meanwhile.
  const message = await findMessage(db, messageId);
  if (!message) throw createMessageNotFoundProblem();
  return { message, group };
}
