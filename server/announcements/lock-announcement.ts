import { Problem } from '#contract/problem.ts';
import type { Db, Row } from '#server/db/tables.ts';

/** Until the transaction ends nobody else publishes, changes or withdraws it. Throws `not-found`. */
export async function lockAnnouncement(db: Db, id: string): Promise<Row<'announcements'>> {
  const found = await db
    .updateTable('announcements')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!found) throw noSuchAnnouncement();
  return found;
}

/** As the caller read it. Throws `not-found`, `stale-version`. */
export async function lockScheduled(
  db: Db,
  id: string,
  version: number,
): Promise<Row<'announcements'>> {
  const row = await lockAnnouncement(db, id);
  if (row.published_at || row.withdrawn_at) {
    const what = row.withdrawn_at ? 'withdrawn' : 'published';
    const message = `Nothing was saved: this announcement was ${what} meanwhile.`;
    throw new Problem('stale-version', message);
  }
  if (row.version !== version) {
    const message =
      'Nothing was saved: this announcement was changed meanwhile. Look at it anew and repeat your change.';
    throw new Problem('stale-version', message);
  }
  return row;
}

export const noSuchAnnouncement = () => new Problem('not-found', 'There is no such announcement.');
