import type { NoticeKind } from '#contract/notices.ts';
import type { Db } from '#server/db/tables.ts';

/** Deletes notices whose target no longer exists, including those that wait for a digest. */
export async function deleteNoticesByPath(trx: Db, kind: NoticeKind, path: string): Promise<void> {
  await trx.deleteFrom('notices').where('kind', '=', kind).where('path', '=', path).execute();
}
