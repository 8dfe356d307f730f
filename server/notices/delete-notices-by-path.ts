import { sql } from 'kysely';
import type { NoticeKind } from '#contract/messages/notices.ts';
import type { Db } from '#server/db/tables.ts';

/** Deletes notices that link to a deleted page, including those that wait for a digest. */
export async function deleteNoticesByPath(trx: Db, kind: NoticeKind, path: string): Promise<void> {
  await trx
    .deleteFrom('notices')
    // A literal, because SQLite matches the condition of a partial index without parameters only.
    .where('kind', '=', sql.lit(kind))
    .where('path', '=', path)
    .execute();
}
