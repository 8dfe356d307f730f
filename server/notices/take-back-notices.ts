import type { NoticeKind } from '#contract/notices.ts';
import type { Db } from '#server/db/tables.ts';

/** Those that lead to what is not there any more; nobody hears of it in a digest either. */
export async function takeBackNotices(trx: Db, kind: NoticeKind, path: string): Promise<void> {
  await trx.deleteFrom('notices').where('kind', '=', kind).where('path', '=', path).execute();
}
