import type { NoticeKind } from '#contract/messages/notices.ts';
import { isPostgres } from '#server/db/migrate.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { type RecipientReference, selectPossibleAccountIds } from './find-recipients.ts';

export type NewNotice = Omit<DatabaseRow<'notices'>, 'repetitions' | 'last_at'>;

/** Maximum time between the first of several identical notices and the last one that is counted in it. */
const maxSpanMs = 60_000;

/**
 * Inserts notices of one kind, at most one per user. A notice is counted in the user's last one of the same kind and page
 * if that one is unread, identical and less than a minute old. Counting it in an older one would show an outdated text as
 * the newest. Only if both wait for a digest or neither does: otherwise, the repetition could miss the digest. `recent` is
 * the result of `findRecentNotices`.
 */
export async function addNotices(
  trx: Db,
  notices: readonly NewNotice[],
  recent: readonly NewNotice[],
): Promise<void> {
  const [first] = notices;
  if (!first) return;
  // The newest notice of each page replaces the older ones.
  const lastByPage = new Map(recent.map((notice) => [buildPageKey(notice), notice]));
  const added: NewNotice[] = [];
  const repeatedIds: string[] = [];
  for (const notice of notices) {
    const last = lastByPage.get(buildPageKey(notice));
    if (last && isRepetition(notice, last)) repeatedIds.push(last.id);
    else added.push(notice);
  }
  if (repeatedIds.length > 0) await countRepetitions(trx, repeatedIds, first.created_at);
  if (added.length > 0) await trx.insertInto('notices').values(added).execute();
}

const buildPageKey = ({ user_id, path }: NewNotice): string => JSON.stringify([user_id, path]);

const isRepetition = (notice: NewNotice, last: NewNotice): boolean =>
  last.read_at === null && last.text === notice.text && last.awaits_digest === notice.awaits_digest;

/** Finds the recipients' notices of the last minute about the pages, oldest first, and locks them until the commit. */
export async function findRecentNotices(
  trx: Db,
  asked: { kind: NoticeKind; to: readonly RecipientReference[]; paths: string[]; now: Date },
) {
  const { kind, to, paths, now } = asked;
  const recent = trx
    .selectFrom('notices')
    .where('user_id', 'in', selectPossibleAccountIds(trx, to))
    .where('kind', '=', kind)
    .where('path', 'in', paths)
    .where('created_at', '>', new Date(now.getTime() - maxSpanMs).toISOString())
    .where('created_at', '<=', now.toISOString())
    .orderBy('created_at')
    .orderBy('id');
  // SQLite needs no lock, because it has only one writer at a time. Read again after waiting: a concurrent transaction
  // may have added a newer notice.
  if (isPostgres(trx)) await recent.select('id').forUpdate().execute();
  return recent.selectAll().execute();
}

async function countRepetitions(trx: Db, ids: readonly string[], at: string): Promise<void> {
  await trx
    .updateTable('notices')
    .set((eb) => ({ repetitions: eb('repetitions', '+', 1), last_at: at }))
    .where('id', 'in', ids)
    .execute();
}
