import type { Audience, ShownAnnouncement } from '#contract/announcements.ts';
import { parseFormattedText } from '#contract/values/formatted/parse-formatted-text.ts';
import type { Services } from '#server/services.ts';
import { readTarget, type Target } from './audience.ts';
import { addEmailCounts, toAnnouncementFacts } from './list-announcements.ts';
import { createNoAnnouncementProblem } from './lock-announcement.ts';

export async function getAnnouncement(
  { db, clock }: Services,
  announcementId: string,
): Promise<{ announcement: ShownAnnouncement }> {
  const row = await db
    .selectFrom('announcements')
    .selectAll()
    .where('id', '=', announcementId)
    .executeTakeFirst();
  if (!row) throw createNoAnnouncementProblem();
  const target = await readTarget(db, row);
  const groups = target.groupIds?.length ?? 0;
  const [listed] = await addEmailCounts(db, [toAnnouncementFacts({ ...row, groups }, clock())]);
  if (!listed) throw createNoAnnouncementProblem();
  const { text, version } = row;
  const roles = [...target.roles];
  const formattedText = parseFormattedText(text).blocks;
  const shown = { ...listed, text, formattedText, version, roles };
  return { announcement: { ...shown, target: audienceOf(target) } };
}

function audienceOf({ programs, groupIds }: Target): Audience {
  if (programs) return { to: 'programs', programs: [...programs] };
  if (groupIds) return { to: 'groups', groupIds: [...groupIds] };
  return { to: 'cohort' };
}
