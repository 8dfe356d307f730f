import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { links } from '#contract/links.ts';
import { paths } from '#contract/paths.ts';
import { Problem } from '#contract/problem.ts';
import { findMilestone, type Milestone } from '#contract/rules/scheme.ts';
import type { requestReview as endpoint } from '#contract/students/reviews.ts';
import { isolateRightToLeftValues } from '#contract/values/isolate.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import type { CohortContent } from '#server/content/content.ts';
import { isUniqueViolation } from '#server/db/connect.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { recordGroupChanges } from '#server/groups/changes/record-changes.ts';
import {
  createGroupNotFoundProblem,
  findMembershipInGroup,
  lockGroup,
  requireConfirmedEmail,
} from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import { composeEmail, type EmailBlock, getEmailSender } from '#server/mail/compose-email.ts';
import { type NotificationMessage, notify } from '#server/notices/notify.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { getReviewEnd, listReviewedEarlier, selectOwnMarks } from './own-reviews.ts';

type Requested = z.output<typeof endpoint.body>;

/**
 * Stores a request for a review and notifies the office, all admins and the marker. Throws `not-found`, `unconfirmed`,
 * `invalid`, `cohort-closed`, or `stale-version` if the mark has changed or was reviewed before.
 */
export async function requestReview(
  services: Services,
  caller: Caller,
  groupId: string,
  requested: Requested,
) {
  requireConfirmedEmail(caller);
  await writeAs(services, caller, async (context) => {
    const { trx } = context;
    // The membership is read first, so that a stranger does not learn whether the group's cohort is closed.
    await getOwnMemberId(context, groupId);
    const group = await lockGroup(trx, groupId);
    // Read again under the lock: the member may have moved to another group.
    const memberId = await getOwnMemberId(context, groupId);
    await add(context, group, memberId, requested);
  });
  services.mail.wake();
  return { message: 'Your request was sent to the FYP office.' };
}

async function getOwnMemberId({ trx, caller }: WriteContext, groupId: string): Promise<string> {
  const membership = await findMembershipInGroup(trx, caller, groupId);
  if (!membership) throw createGroupNotFoundProblem();
  return membership.id;
}

async function add(
  context: WriteContext,
  group: Awaited<ReturnType<typeof lockGroup>>,
  memberId: string,
  { milestone: key, marks, reason }: Requested,
): Promise<void> {
  const { trx, services, caller, now } = context;
  const [cohort, mark, admins] = await Promise.all([
    services.content.cohort(trx, group.cohort_id, group.cohort_version),
    selectOwnMarks(trx, memberId).where('milestone', '=', key).executeTakeFirst(),
    trx.selectFrom('users').select('id').where('role', '=', 'admin').execute(),
  ]);
  const milestone = findMilestone(cohort.scheme, key);
  if (!milestone || !mark) throw createInvalidProblem('This milestone is not marked yet.');
  requireInTime(cohort, mark, context);
  if ((await listReviewedEarlier(trx, { id: memberId, group_id: group.id })).includes(key))
    throw createReviewedProblem(milestone);
  if (mark.marks !== marks) {
    const message = `Your mark for ${milestone.title} has changed. Check the new mark before you request a review.`;
    throw new Problem('stale-version', message);
  }
  const row = {
    id: randomUUID(),
    member_id: memberId,
    milestone: key,
    marks_before: marks,
    reason,
    requested_at: now.toISOString(),
  };
  await insert(context, row, milestone);
  await recordGroupChanges(context, group.id, [
    { memberId, part: key, field: 'review', from: null, to: 'requested' },
  ]);
  const subject = toGroupSubject(group);
  const detail = `${milestone.title} of ${caller.name}`;
  await recordAuditEntry(context, { action: 'review-requested', by: caller, subject, detail });
  await notifyOfRequest(context, group, { milestone, reason, markerId: mark.changed_by, admins });
}

const createInvalidProblem = (message: string) =>
  new Problem('invalid', message, { fields: { milestone: message } });

function requireInTime(
  cohort: CohortContent,
  mark: Pick<DatabaseRow<'marks'>, 'changed_at'>,
  { services, now }: WriteContext,
): void {
  const end = getReviewEnd(cohort, mark);
  if (end > now) return;
  const message = cohort.rules.reviewDays
    ? `You could request a review until ${formatDateTime(end.toISOString(), services.config.timeZone)}.`
    : `Marks aren’t reviewed in ${cohort.name}. Ask your supervisor or the FYP office.`;
  throw createInvalidProblem(message);
}

async function insert(
  { trx }: WriteContext,
  row: Pick<
    DatabaseRow<'mark_reviews'>,
    'id' | 'member_id' | 'milestone' | 'marks_before' | 'reason' | 'requested_at'
  >,
  milestone: Milestone,
): Promise<void> {
  try {
    await trx.insertInto('mark_reviews').values(row).execute();
  } catch (error) {
    if (!isUniqueViolation(error, 'mark_reviews', 'member_id')) throw error;
    throw createReviewedProblem(milestone);
  }
}

const createReviewedProblem = ({ title }: Milestone) =>
  new Problem(
    'stale-version',
    `You’ve already requested a review of ${title}. Each mark can be reviewed once.`,
  );

type Request = {
  milestone: Milestone;
  reason: string;
  markerId: string;
  admins: readonly { id: string }[];
};

async function notifyOfRequest(
  context: WriteContext,
  group: DatabaseRow<'groups'>,
  { milestone: { title }, reason, markerId, admins }: Request,
): Promise<void> {
  const { services, caller } = context;
  const blocks: EmailBlock[] = [
    { paragraph: isolateRightToLeftValues`${caller.name} requests a review of a mark.` },
    {
      facts: [
        { label: 'Group', value: group.name },
        { label: 'Milestone', value: title },
        { label: 'Reason', value: reason, isText: true },
      ],
    },
    { link: `${services.config.publicUrl}${links.reviewRequests}`, label: 'Decide' },
  ];
  const subject = `${group.name} requests a review: ${title}`;
  const email = composeEmail(getEmailSender(services), {
    subject,
    blocks,
    replyTo: caller.email,
    isOptional: true,
  });
  const request = { text: `${subject}.`, path: links.reviewRequests };
  const office = services.content.department.office.email;
  const messages: NotificationMessage[] = [
    { ...request, to: { address: office }, email: { ...email, groupId: group.id } },
    ...admins.map(({ id }) => ({ ...request, to: { userId: id } })),
  ];
  if (!admins.some(({ id }) => id === markerId)) {
    const text = `A student in ${group.name} requests a review of your mark for ${title}. The FYP office will decide.`;
    messages.push({ text, path: paths.group(group.name), to: { userId: markerId } });
  }
  await notify(context, 'reviews', messages);
}
