import { links } from '#contract/links.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import type { Caller } from '#server/http/serve.ts';
import { readNoticesByPath } from '#server/notices/read-notices.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { countUnread } from './count-unread.ts';
import { getVisibleMessage, type MessageRow } from './thread-access.ts';

/** Marks the message, all earlier ones of its thread and the notices about the thread as read. Throws `not-found`. */
export function readMessages(services: Services, caller: Caller, messageId: string) {
  return writeAs(services, caller, async (context) => {
    const { trx } = context;
    const { message, groupName } = await getVisibleMessage(trx, caller, messageId);
    const { group_id, thread } = message;
    const path = links.discussion(groupName, thread);
    await markAsRead(context, message);
    await readNoticesByPath(context, 'discussion', path);
    const counts = await countUnread(trx, caller.userId, [group_id]);
    return { unread: counts.find((count) => count.thread === thread)?.unread ?? 0 };
  });
}

/** Never moves the marker back, because two pages of a person may report in any order. */
async function markAsRead(
  { trx, caller }: WriteContext,
  { group_id, thread, sequence }: MessageRow,
): Promise<void> {
  const reader = { group_id, thread, user_id: caller.userId };
  await trx
    .insertInto('discussion_readers')
    .values({ ...reader, last_read: sequence, is_following: 0 })
    .onConflict((conflict) =>
      conflict
        .columns(['group_id', 'thread', 'user_id'])
        .doUpdateSet((eb) => ({ last_read: eb.ref('excluded.last_read') }))
        .whereRef('discussion_readers.last_read', '<', 'excluded.last_read'),
    )
    .execute();
}
