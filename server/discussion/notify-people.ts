import { links } from '#contract/links.ts';
import { type DiscussionThread, discussionThreads } from '#contract/messages/discussion.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { notify } from '#server/notices/notify.ts';
import { isDirectlyConcerned, type ThreadPerson } from './list-people.ts';

/** Time in which messages are collected for one email to each recipient. */
const collectMs = 10 * 60_000;

type Mentioning = {
  group: Pick<DatabaseRow<'groups'>, 'id' | 'name'>;
  thread: DiscussionThread;
  messageId: string;
  /** Accounts of the mentioned people. */
  mentionedIds: readonly string[];
};
type Added = Mentioning & {
  people: readonly ThreadPerson[];
  /** Accounts that follow the thread. */
  followers: ReadonlySet<string>;
};

/** Returns the accounts of the people with these ids. */
export const listAccounts = (people: readonly ThreadPerson[], personIds: readonly string[]) =>
  people.flatMap(({ id, userId }) => (userId !== null && personIds.includes(id) ? [userId] : []));

/**
 * Notifies people of a new message: those directly concerned, those who follow the thread and those whom it mentions. A
 * person for whom an email is already pending gets a further notice only if mentioned. The author and the mentioned people
 * follow the thread from now on. The caller holds the group's lock.
 */
export async function notifyPeople(context: WriteContext, added: Added): Promise<void> {
  const { userId: authorId } = context.caller;
  const { thread, people, followers, mentionedIds } = added;
  const userIds = people.flatMap((person) => {
    const { userId } = person;
    if (userId === null) return [];
    const isNotified =
      isDirectlyConcerned(person, thread) || followers.has(userId) || mentionedIds.includes(userId);
    return isNotified ? [userId] : [];
  });
  await follow(context, added, [...new Set([authorId, ...mentionedIds])]);
  await notifyRecipients(context, added, userIds);
}

/** Notifies people whom an edited message mentions for the first time, who follow the thread from now on. */
export async function notifyMentioned(
  context: WriteContext,
  mentioning: Mentioning,
): Promise<void> {
  const { mentionedIds } = mentioning;
  if (mentionedIds.length === 0) return;
  await follow(context, mentioning, mentionedIds);
  await notifyRecipients(context, mentioning, mentionedIds);
}

export async function listFollowers(
  db: Db,
  groupId: string,
  thread: DiscussionThread,
): Promise<Set<string>> {
  const readers = await db
    .selectFrom('discussion_readers')
    .select('user_id')
    .where('group_id', '=', groupId)
    .where('thread', '=', thread)
    .where('is_following', '=', 1)
    .execute();
  return new Set(readers.map(({ user_id }) => user_id));
}

async function follow(
  { trx }: WriteContext,
  { group, thread }: Mentioning,
  userIds: readonly string[],
): Promise<void> {
  const place = { group_id: group.id, thread, last_read: 0, is_following: 1 as const };
  const followed = trx
    .insertInto('discussion_readers')
    .values(userIds.map((user_id) => ({ ...place, user_id })))
    .onConflict((conflict) =>
      conflict.columns(['group_id', 'thread', 'user_id']).doUpdateSet({ is_following: 1 }),
    );
  await followed.execute();
}

async function notifyRecipients(
  context: WriteContext,
  mentioning: Mentioning,
  allIds: readonly string[],
): Promise<void> {
  const { caller } = context;
  const { group, thread, mentionedIds } = mentioning;
  const userIds = allIds.filter((id) => id !== caller.userId);
  if (userIds.length === 0) return;
  const newIds = await addPendingEmails(context, mentioning, userIds);
  const suffix = thread === 'group' ? '' : ` (${discussionThreads.staff.toLowerCase()})`;
  const path = links.discussion(group.name, thread);
  const notices = userIds.flatMap((userId) => {
    const isMentioned = mentionedIds.includes(userId);
    if (!isMentioned && !newIds.has(userId)) return [];
    const action = isMentioned ? 'mentioned you' : 'wrote';
    const text = `${caller.name} ${action} in the discussion of ${group.name}${suffix}.`;
    return [{ to: { userId }, text, path }];
  });
  await notify(context, 'discussion', notices);
}

/** Returns the accounts for which no email about the thread was pending yet. */
async function addPendingEmails(
  { trx, now }: WriteContext,
  { group, thread, messageId }: Mentioning,
  userIds: readonly string[],
): Promise<Set<string>> {
  const due_at = new Date(now.getTime() + collectMs).toISOString();
  const added = await trx
    .insertInto('discussion_emails')
    .values((eb) =>
      userIds.map((user_id) => ({
        group_id: group.id,
        thread,
        user_id,
        due_at,
        first_sequence: eb
          .selectFrom('discussion_messages')
          .select('sequence')
          .where('id', '=', messageId)
          .$asScalar(),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute();
  return new Set(added.map(({ user_id }) => user_id));
}
