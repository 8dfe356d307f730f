import { recordAuditEntry } from '#server/audit/record-entry.ts';
import type { Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { toAnnouncementAuditSubject } from './publish.ts';

export const listScheduledAnnouncements = (db: Db, cohortId: string) =>
  db
    .selectFrom('announcements')
    .select(['id', 'title', 'publish_at', 'version'])
    .where('cohort_id', '=', cohortId)
    .where('published_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('publish_at')
    .orderBy('id')
    .execute();

/** Withdraws the scheduled announcements of a cohort that the caller has locked. Returns their number. */
export async function withdrawScheduledAnnouncements(
  context: WriteContext,
  cohortId: string,
): Promise<number> {
  const { trx, caller, now } = context;
  const rows = await listScheduledAnnouncements(trx, cohortId);
  for (const row of rows) {
    await trx
      .updateTable('announcements')
      .set({ withdrawn_at: now.toISOString() })
      .where('id', '=', row.id)
      .execute();
    const subject = toAnnouncementAuditSubject(row);
    const detail = 'the session is closed';
    await recordAuditEntry(context, {
      action: 'announcement-withdrawn',
      by: caller,
      subject,
      detail,
    });
  }
  return rows.length;
}
