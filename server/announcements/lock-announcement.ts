import { Problem } from '#contract/problem.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';

/** Locks an announcement until the transaction ends. Throws `not-found`. */
export async function lockAnnouncement(db: Db, id: string): Promise<DatabaseRow<'announcements'>> {
  const row = await db
    .updateTable('announcements')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw createAnnouncementNotFoundProblem();
  return row;
}

/** Locks a scheduled announcement. Throws `not-found`, or `stale-version` if it was changed, published or withdrawn. */
export async function lockScheduledAnnouncement(
  db: Db,
  id: string,
  version: number,
): Promise<DatabaseRow<'announcements'>> {
  const row = await lockAnnouncement(db, id);
  if (row.published_at || row.withdrawn_at) {
    const what = row.withdrawn_at ? 'withdrawn' : 'published';
    const message = `Nothing was saved: this announcement was ${what} meanwhile.`;
    throw new Problem('stale-version', message);
  }
  if (row.version !== version) {
    const message =
      'Nothing was saved: this announcement has been changed in the meantime. Load it again and repeat your change.';
    throw new Problem('stale-version', message);
  }
  return row;
}

export const createAnnouncementNotFoundProblem = () =>
  new Problem('not-found', 'There is no such announcement.');
