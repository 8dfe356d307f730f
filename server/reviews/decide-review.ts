import type { z } from 'zod';
import { Problem } from '#contract/problem.ts';
import { buildMarksSchema } from '#contract/rules/marks-for.ts';
import { findMilestone, type MarkingScheme, type Milestone } from '#contract/rules/scheme.ts';
import type { decideReview as endpoint } from '#contract/students/reviews.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { recordGroupChanges } from '#server/groups/changes/record-changes.ts';
import { isMemberByAccount, lockGroup, requireImpartial } from '#server/groups/group-access.ts';
import { incrementGroupVersion } from '#server/groups/write-group.ts';
import type { Caller } from '#server/http/serve.ts';
import { queuePendingEmails } from '#server/marks/emails/mail-group.ts';
import { readGroupMembers, readStoredMarks, writeMarks } from '#server/marks/write-marks.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { notifyOfDecision } from './decision-email.ts';
import { type ReviewRow, selectReviews } from './read-reviews.ts';

type Decision = z.output<typeof endpoint.body>;

/**
 * Keeps or changes a mark and notifies the student and the marker. Throws `not-found`, `forbidden` for the person who
 * gave the mark, `invalid`, `cohort-closed`, or `stale-version` if the request is decided or the mark has changed.
 */
export async function decideReview(
  services: Services,
  caller: Caller,
  reviewId: string,
  decision: Decision,
) {
  await writeAs(services, caller, async (context) => {
    const { trx } = context;
    const { group_id: groupId } = await getReview(trx, reviewId);
    // Read the request again under the lock, because another admin may have decided it since the first read.
    const group = await lockGroup(trx, groupId);
    const review = await getReview(trx, reviewId);
    requireImpartial(group, await isMemberByAccount(trx, caller, groupId));
    requireMayDecide(context, review, decision);
    const { scheme } = await services.content.cohort(trx, group.cohort_id, group.cohort_version);
    const milestone = requireMilestone(scheme, review);
    if (decision.decision === 'changed')
      await changeMark(context, { group, scheme, milestone }, review, decision);
    await record(context, group, { review, decision, milestone });
  });
  services.mail.wake();
  return { message: 'Decision saved. The student will be notified by email.' };
}

async function getReview(db: Db, reviewId: string): Promise<ReviewRow> {
  const row = await selectReviews(db).where('mark_reviews.id', '=', reviewId).executeTakeFirst();
  if (!row) throw new Problem('not-found', 'This request no longer exists.');
  return row;
}

function requireMayDecide(
  { caller, services }: WriteContext,
  review: ReviewRow,
  { seenMarks }: Decision,
): void {
  const { decided_by_name, decided_at, changed_by, marks } = review;
  if (decided_at !== null) {
    const when = formatDateTime(decided_at, services.config.timeZone);
    throw new Problem(
      'stale-version',
      `${decided_by_name} already decided this request on ${when}.`,
    );
  }
  if (changed_by === caller.userId) {
    const message = 'You gave this mark yourself. Another admin must decide.';
    throw new Problem('forbidden', message);
  }
  if (marks !== seenMarks) {
    const message = `Nothing was saved: the mark is now ${marks ?? 'empty'}. Check it and decide again.`;
    throw new Problem('stale-version', message);
  }
}

function requireMilestone(scheme: MarkingScheme, { milestone: key }: ReviewRow): Milestone {
  const milestone = findMilestone(scheme, key);
  if (milestone) return milestone;
  const message = 'The marking scheme no longer has this milestone. Choose to keep the mark.';
  throw new Problem('invalid', message, { fields: { decision: message } });
}

type Marked = { group: DatabaseRow<'groups'>; scheme: MarkingScheme; milestone: Milestone };

async function changeMark(
  context: WriteContext,
  { group, scheme, milestone }: Marked,
  review: ReviewRow,
  { marks, reason }: Decision,
): Promise<void> {
  const { trx, caller } = context;
  const { error } = buildMarksSchema(milestone).safeParse(marks);
  const isSame = marks === review.marks;
  if (error || isSame) {
    const message = isSame ? 'Enter another mark, or keep it.' : (error?.issues[0]?.message ?? '');
    throw new Problem('invalid', message, { fields: { marks: message } });
  }
  const members = await readGroupMembers(trx, group.id);
  const stored = await readStoredMarks(trx, members);
  const cell = {
    memberId: review.member_id,
    milestone: milestone.key,
    marks,
    correctionReason: reason,
  };
  await writeMarks(context, scheme, group, { members, stored }, [cell]);
  await incrementGroupVersion(context, group.id);
  await queuePendingEmails(context, caller, group);
}

type Decided = { review: ReviewRow; decision: Decision; milestone: Milestone };

async function record(
  context: WriteContext,
  group: DatabaseRow<'groups'>,
  { review, decision: { decision, marks, reason }, milestone }: Decided,
): Promise<void> {
  const { trx, caller, now } = context;
  const update = trx
    .updateTable('mark_reviews')
    .set({
      decision,
      marks_after: decision === 'changed' ? (marks ?? null) : review.marks,
      decided_by_name: caller.name,
      decided_at: now.toISOString(),
      decision_reason: reason,
    })
    .where('id', '=', review.id);
  await update.execute();
  const { member_id: memberId, member_name } = review;
  await recordGroupChanges(context, group.id, [
    { memberId, part: milestone.key, field: 'review', from: 'requested', to: decision },
  ]);
  const subject = toGroupSubject(group);
  const detail = `${milestone.title} of ${member_name}: ${decision}`;
  await recordAuditEntry(context, { action: 'review-decided', by: caller, subject, detail });
  await notifyOfDecision(context, group, { review, decision, reason, milestone });
}
