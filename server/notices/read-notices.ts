import type { NoticeKind } from '#contract/messages/notices.ts';
import { Problem } from '#contract/problem.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { selectNotices } from './find-notices.ts';

/** Marks a notice as read. Repeating the call keeps the original time. Throws `not-found` for other users' notices. */
export function readNotice(services: Services, caller: Caller, noticeId: string) {
  return writeAs(services, caller, async ({ trx, now }) => {
    await trx
      .updateTable('notices')
      .set({ read_at: now.toISOString() })
      .where('id', '=', noticeId)
      .where('user_id', '=', caller.userId)
      .where('read_at', 'is', null)
      .execute();
    const notice = await selectNotices(trx, caller.userId)
      .where('id', '=', noticeId)
      .executeTakeFirst();
    if (!notice) throw new Problem('not-found', 'This notification doesn’t exist.');
    return { notice };
  });
}

export async function readAllNotices(services: Services, caller: Caller) {
  const read = await writeAs(services, caller, ({ trx, now }) =>
    trx
      .updateTable('notices')
      .set({ read_at: now.toISOString() })
      .where('user_id', '=', caller.userId)
      .where('read_at', 'is', null)
      .returning('id')
      .execute(),
  );
  const message =
    read.length === 0
      ? 'All your notifications are already read'
      : 'All notifications marked as read';
  return { message };
}

/** Marks the caller's notices about a page as read, for a page that shows what they are about. */
export async function readNoticesByPath(
  { trx, caller, now }: WriteContext,
  kind: NoticeKind,
  path: string,
): Promise<void> {
  await trx
    .updateTable('notices')
    .set({ read_at: now.toISOString() })
    .where('user_id', '=', caller.userId)
    .where('read_at', 'is', null)
    .where('kind', '=', kind)
    .where('path', '=', path)
    .execute();
}
