import { recordEntry } from '#server/audit/record-entry.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import { aboutAnnouncement } from './publish.ts';

/** The announcements of a cohort that are not published yet, by the time they are scheduled for. */
export const scheduledOf = (db: Db, cohortId: string) =>
  db
    .selectFrom('announcements')
    .select(['id', 'title', 'publish_at', 'version'])
    .where('cohort_id', '=', cohortId)
    .where('published_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('publish_at')
    .orderBy('id')
    .execute();

/**
 * Withdraws them before their cohort is closed: published after it is opened again, they would come as a surprise. The
 * caller holds the cohort's lock. Returns how many there were.
 */
export async function withdrawScheduled(
  trx: Db,
  cohortId: string,
  by: Caller,
  now: Date,
): Promise<number> {
  const rows = await scheduledOf(trx, cohortId);
  for (const row of rows) {
    await trx
      .updateTable('announcements')
      .set({ withdrawn_at: now.toISOString() })
      .where('id', '=', row.id)
      .execute();
    const subject = aboutAnnouncement(row);
    const detail = 'the cohort is closed';
    await recordEntry(trx, { action: 'announcement-withdrawn', by, subject, detail }, now);
  }
  return rows.length;
}
