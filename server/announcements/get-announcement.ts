import type { AnnouncementDetails, Audience } from '#contract/messages/announcements.ts';
import { parseFormattedText } from '#contract/values/formatted/parse-formatted-text.ts';
import type { Services } from '#server/services.ts';
import { type AnnouncementTarget, readAnnouncementTarget } from './audience.ts';
import { addCounts, toAnnouncementSummary } from './list-announcements.ts';
import { createAnnouncementNotFoundProblem } from './lock-announcement.ts';

export async function getAnnouncement(
  { db, clock }: Services,
  announcementId: string,
): Promise<{ announcement: AnnouncementDetails }> {
  const row = await db
    .selectFrom('announcements')
    .selectAll()
    .where('id', '=', announcementId)
    .executeTakeFirst();
  if (!row) throw createAnnouncementNotFoundProblem();
  const target = await readAnnouncementTarget(db, row);
  const groups = target.groupIds?.length ?? 0;
  const [listed] = await addCounts(db, [toAnnouncementSummary({ ...row, groups }, clock())]);
  if (!listed) throw createAnnouncementNotFoundProblem();
  const { text, version } = row;
  const roles = [...target.roles];
  const formattedText = parseFormattedText(text).blocks;
  const shown = { ...listed, text, formattedText, version, roles };
  return { announcement: { ...shown, target: audienceOf(target) } };
}

function audienceOf({ programs, groupIds }: AnnouncementTarget): Audience {
  if (programs) return { to: 'programs', programs: [...programs] };
  if (groupIds) return { to: 'groups', groupIds: [...groupIds] };
  return { to: 'cohort' };
}
