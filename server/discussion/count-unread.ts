import { type DiscussionThread, discussionThreads } from '#contract/messages/discussion.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { Db } from '#server/db/tables.ts';
import { getVisibleGroup } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { maySeeThread } from './thread-access.ts';

/**
 * Counts the messages of other people that the account has not read, by group and thread. The caller must have checked
 * that the account may see the groups, and must drop the threads that it may not see.
 */
export const countUnread = (db: Db, userId: string, groupIds: readonly string[]) =>
  db
    .selectFrom('discussion_messages')
    .leftJoin('discussion_readers', (join) =>
      join
        .onRef('discussion_readers.group_id', '=', 'discussion_messages.group_id')
        .onRef('discussion_readers.thread', '=', 'discussion_messages.thread')
        .on('discussion_readers.user_id', '=', userId),
    )
    .select(({ fn }) => [
      'discussion_messages.group_id as groupId',
      'discussion_messages.thread',
      fn.countAll<number>().as('unread'),
    ])
    .where(isIdInJsonArray(db, 'discussion_messages.group_id', JSON.stringify(groupIds)))
    .where((eb) =>
      eb(
        'discussion_messages.sequence',
        '>',
        eb.fn.coalesce('discussion_readers.last_read', eb.lit(0)),
      ),
    )
    .where('discussion_messages.written_by', 'is distinct from', userId)
    .where('discussion_messages.removed_at', 'is', null)
    .groupBy(['discussion_messages.group_id', 'discussion_messages.thread'])
    .execute();

/** Returns the caller's unread messages in each thread that they may see. Throws `not-found`. */
export function countUnreadMessages({ db }: Services, caller: Caller, groupId: string) {
  return readTogether(db, async (reader) => {
    await getVisibleGroup(reader, caller, groupId);
    const counts = await countUnread(reader, caller.userId, [groupId]);
    const threads = Object.keys(discussionThreads) as DiscussionThread[];
    return {
      threads: threads
        .filter((thread) => maySeeThread(caller, thread))
        .map((thread) => ({
          thread,
          unread: counts.find((count) => count.thread === thread)?.unread ?? 0,
        })),
    };
  });
}
