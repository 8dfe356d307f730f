import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type {
  addAnnouncement as addEndpoint,
  updateAnnouncement as updateEndpoint,
} from '#contract/messages/announcements.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { JobWriteContext, WriteContext } from '#server/db/write-context.ts';
import { requireOpenCohort } from '#server/groups/require-open.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import {
  type AnnouncementTarget,
  listAnnouncementRecipients,
  toAnnouncementTarget,
} from './audience.ts';
import { lockAnnouncementsOfCohort, lockScheduledAnnouncement } from './lock-announcement.ts';
import { composeAnnouncementPreview } from './preview.ts';
import { announce, toAnnouncementAuditSubject } from './publish.ts';
import {
  countTargetGroups,
  requireNoDuplicateAnnouncement,
  requireValidLinks,
  requireValidTarget,
  requireValidTimes,
} from './require-valid.ts';

type Input = z.output<typeof addEndpoint.body>;
type Change = z.output<typeof updateEndpoint.body>;
type Draft = Omit<Input, 'cohort'>;

/** Adds an announcement. Throws `invalid`, `not-found`, `cohort-closed`, or `name-taken` for a duplicate. */
export async function addAnnouncement(
  services: Services,
  caller: Caller,
  { cohort: code, ...draft }: Input,
) {
  const { _id: cohortId } = getCohort(services.content, code);
  const target = toAnnouncementTarget(cohortId, draft.audience, draft.roles);
  const result = await writeAs(services, caller, async (context) => {
    const { trx } = context;
    const { now } = context;
    await requireValid(context, target, draft);
    const recipients = await listAnnouncementRecipients(trx, target);
    const by = caller.name;
    const preview = composeAnnouncementPreview(services, recipients, { ...draft, by });
    if (draft.dryRun) return { preview, emails: 0 };
    const row = {
      ...rowOf(draft, target, now),
      id: randomUUID(),
      cohort_id: cohortId,
      version: 1,
      created_by: caller.userId,
      created_by_name: by,
      created_at: now.toISOString(),
    };
    await trx.insertInto('announcements').values(row).execute();
    await writeGroups(trx, row.id, target);
    if (!draft.publishAt)
      return { preview, emails: await announce(context, row, recipients, caller) };
    await recordScheduled(context, row);
    return { preview, emails: 0 };
  });
  return replyOf(services, draft, result);
}

/** Changes a scheduled announcement. Throws the errors of `addAnnouncement`, or `stale-version`. */
export async function updateAnnouncement(
  services: Services,
  caller: Caller,
  announcementId: string,
  { version, ...draft }: Change,
) {
  const result = await writeAs(services, caller, async (context) => {
    const { trx } = context;
    const stored = await lockScheduledAnnouncement(trx, announcementId, version);
    const { now } = context;
    const target = toAnnouncementTarget(stored.cohort_id, draft.audience, draft.roles);
    await requireValid(context, target, draft, announcementId);
    const recipients = await listAnnouncementRecipients(trx, target);
    const by = stored.created_by_name;
    const preview = composeAnnouncementPreview(services, recipients, { ...draft, by });
    if (draft.dryRun) return { preview, emails: 0 };
    const row = { ...rowOf(draft, target, now), version: version + 1 };
    const update = trx.updateTable('announcements').set(row).where('id', '=', announcementId);
    await update.execute();
    const groups = trx.deleteFrom('announcement_groups');
    await groups.where('announcement_id', '=', announcementId).execute();
    await writeGroups(trx, announcementId, target);
    const subject = toAnnouncementAuditSubject({ id: announcementId, title: row.title });
    await recordAuditEntry(context, { action: 'announcement-changed', by: caller, subject });
    const emails = draft.publishAt
      ? 0
      : await announce(context, { ...stored, ...row }, recipients, caller);
    return { preview, emails };
  });
  return replyOf(services, draft, result);
}

async function requireValid(
  { trx, services, now }: JobWriteContext,
  target: AnnouncementTarget,
  draft: Draft,
  announcementId?: string,
): Promise<void> {
  const { cohortId } = target;
  await requireOpenCohort(trx, cohortId);
  await lockAnnouncementsOfCohort(trx, cohortId);
  await requireNoDuplicateAnnouncement(trx, cohortId, draft, now, announcementId);
  const cohort = await services.content.cohort(trx, cohortId);
  const groupCount = await countTargetGroups(trx, target);
  requireValidLinks(draft.text);
  requireValidTimes(draft, now);
  requireValidTarget(cohort, target, groupCount);
}

const rowOf = (draft: Draft, { programs, groupIds, roles }: AnnouncementTarget, now: Date) => ({
  title: draft.title,
  text: draft.text,
  roles: JSON.stringify(roles),
  programs: programs && JSON.stringify(programs),
  is_for_groups: groupIds ? (1 as const) : (0 as const),
  by_email: draft.byEmail ? (1 as const) : (0 as const),
  allows_answers: draft.allowsAnswers ? (1 as const) : (0 as const),
  publish_at: inUtc(draft.publishAt) ?? now.toISOString(),
  published_at: draft.publishAt ? null : now.toISOString(),
  shown_until: inUtc(draft.shownUntil),
});

const inUtc = (instant: string | null) => instant && new Date(instant).toISOString();

async function writeGroups(
  trx: Db,
  announcement_id: string,
  { groupIds }: AnnouncementTarget,
): Promise<void> {
  if (!groupIds) return;
  const rows = groupIds.map((group_id) => ({ announcement_id, group_id }));
  await trx.insertInto('announcement_groups').values(rows).execute();
}

async function recordScheduled(
  context: WriteContext,
  row: Pick<DatabaseRow<'announcements'>, 'id' | 'title' | 'publish_at'>,
) {
  const { caller } = context;
  const { config } = context.services;
  const detail = `for ${formatDateTime(row.publish_at, config.timeZone)}`;
  const subject = toAnnouncementAuditSubject(row);
  await recordAuditEntry(context, { action: 'announcement-made', by: caller, subject, detail });
}

type Saved = {
  preview: Awaited<ReturnType<typeof composeAnnouncementPreview>>;
  emails: number | undefined;
};

function replyOf({ mail, config }: Services, draft: Draft, { preview, emails = 0 }: Saved) {
  if (draft.dryRun) return { message: 'Nothing was announced yet.', isSaved: false, preview };
  if (draft.publishAt) {
    const when = formatDateTime(draft.publishAt, config.timeZone);
    return { message: `Scheduled for ${when}.`, isSaved: true, preview };
  }
  mail.wake();
  const count = emails === 1 ? '1 email is' : `${emails} emails are`;
  const message = draft.byEmail ? `Published. ${count} on the way.` : 'Published.';
  return { message, isSaved: true, preview };
}
