import { links } from '#contract/links.ts';
import { Problem } from '#contract/problem.ts';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import { requireOpenCohort } from '#server/groups/require-open.ts';
import type { Caller } from '#server/http/serve.ts';
import { deleteUnsentEmails } from '#server/mail/outbox.ts';
import { deleteNoticesByPath } from '#server/notices/delete-notices-by-path.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { lockAnnouncement } from './lock-announcement.ts';
import { toAnnouncementAuditSubject } from './publish.ts';

/** Withdraws an announcement and deletes its unsent emails. Throws `not-found`, `cohort-closed` or `stale-version`. */
export async function withdrawAnnouncement(
  services: Services,
  caller: Caller,
  announcementId: string,
) {
  const { taken, left } = await writeAs(services, caller, async (context) => {
    const { trx } = context;
    const row = await lockAnnouncement(trx, announcementId);
    const sent = trx
      .selectFrom('announcement_emails')
      .select('email_id')
      .where('announcement_id', '=', announcementId);
    await requireOpenCohort(trx, row.cohort_id);
    const emails = await sent.execute();
    if (row.withdrawn_at) {
      throw new Problem('stale-version', 'This announcement has already been withdrawn.');
    }
    const { now } = context;
    const update = trx
      .updateTable('announcements')
      .set({ withdrawn_at: now.toISOString() })
      .where('id', '=', announcementId);
    await update.execute();
    const path = links.announcement(announcementId);
    await deleteNoticesByPath(trx, 'announcements', path);
    const taken = await deleteUnsentEmails(
      context,
      emails.map(({ email_id }) => email_id),
    );
    const left = emails.length - taken;
    const detail = emails.length > 0 ? formatTakenBack(taken, left) : '';
    const subject = toAnnouncementAuditSubject(row);
    await recordAuditEntry(context, {
      action: 'announcement-withdrawn',
      by: caller,
      subject,
      detail,
    });
    return { taken, left };
  });
  const emails = taken + left > 0 ? ` ${formatTakenBack(taken, left)}` : '';
  return { message: `Announcement withdrawn.${emails}` };
}

const formatCount = (count: number) => (count === 1 ? '1 email' : `${count} emails`);

const formatTakenBack = (taken: number, left: number) =>
  `${formatCount(taken)} cancelled; ${left} already sent or being sent.`;
