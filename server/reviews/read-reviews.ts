import { findMilestone, type MarkingScheme } from '#contract/rules/scheme.ts';
import type { MarkReview } from '#contract/students/reviews.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';

/** Selects reviews of current members of groups in use, with the current mark and who saved it. */
export const selectReviews = (db: Db) =>
  db
    .selectFrom('mark_reviews')
    .innerJoin('members', 'members.id', 'mark_reviews.member_id')
    .innerJoin('groups', 'groups.id', 'members.group_id')
    .innerJoin('marks', (join) =>
      join
        .onRef('marks.member_id', '=', 'mark_reviews.member_id')
        .onRef('marks.milestone', '=', 'mark_reviews.milestone'),
    )
    .innerJoin('users', 'users.id', 'marks.changed_by')
    .leftJoin('cohorts', 'cohorts.id', 'groups.cohort_id')
    .selectAll('mark_reviews')
    .select(['members.name as member_name', 'groups.id as group_id', 'groups.name as group_name'])
    .select(['groups.cohort_id', 'cohorts.version as cohort_version'])
    .select(['marks.marks', 'marks.changed_by', 'users.name as marked_by_name'])
    .where('groups.deleted_at', 'is', null)
    .where(isCurrentMember);

export type ReviewRow = Awaited<ReturnType<ReturnType<typeof selectReviews>['execute']>>[number];

export function toMarkReview(
  row: ReviewRow,
  scheme: MarkingScheme,
  caller: Pick<Caller, 'role' | 'userId'>,
): MarkReview {
  const milestone = findMilestone(scheme, row.milestone);
  const isPending = row.decision === null;
  return {
    _id: row.id,
    groupId: row.group_id,
    fypGroupName: row.group_name,
    memberName: row.member_name,
    milestone: row.milestone,
    title: milestone?.title ?? row.milestone,
    total: milestone?.total ?? null,
    marksBefore: row.marks_before,
    marks: row.marks,
    markedBy: row.marked_by_name,
    reason: row.reason,
    requestedAt: row.requested_at,
    decision: row.decision,
    marksAfter: row.marks_after,
    decidedBy: row.decided_by_name,
    decidedAt: row.decided_at,
    decisionReason: row.decision_reason,
    mayDecide: isPending && caller.role === 'admin' && row.changed_by !== caller.userId,
  };
}

/** Returns the pending requests in open cohorts, oldest first. */
export async function listReviews({ db, content }: Services, caller: Caller) {
  const rows = await selectReviews(db)
    .where('mark_reviews.decision', 'is', null)
    .where('cohorts.closed_at', 'is', null)
    .orderBy('requested_at')
    .orderBy('mark_reviews.id')
    .execute();
  const reviews = await Promise.all(
    rows.map(async (row) => {
      const { scheme } = await content.cohort(db, row.cohort_id, row.cohort_version);
      return toMarkReview(row, scheme, caller);
    }),
  );
  return { reviews };
}
