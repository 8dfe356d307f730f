import { listMilestones } from '#contract/rules/scheme.ts';
import type { ReviewableMark } from '#contract/students/reviews.ts';
import type { CohortContent } from '#server/content/content.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { createGroupNotFoundProblem, getVisibleGroup } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { selectReviews, toMarkReview } from './read-reviews.ts';

const dayMs = 24 * 3_600_000;

/** Returns when the time for a request ends: a number of days, which may be 0, after the last save of the mark. */
export const getReviewEnd = (
  { rules: { reviewDays = 0 } }: Pick<CohortContent, 'rules'>,
  mark: Pick<DatabaseRow<'marks'>, 'changed_at'>,
): Date => new Date(Date.parse(mark.changed_at) + reviewDays * dayMs);

export const selectOwnMarks = (db: Db, memberId: string) =>
  db
    .selectFrom('marks')
    .select(['milestone', 'marks', 'changed_by', 'changed_at'])
    .where('member_id', '=', memberId)
    .where('marks', 'is not', null)
    .$narrowType<{ marks: number }>();

/** Returns the student's marks that can be reviewed now, and their requests. Throws `not-found`. */
export async function listOwnReviews(services: Services, caller: Caller, groupId: string) {
  const { db, content, clock } = services;
  const { group, memberId } = await getVisibleGroup(db, caller, groupId);
  if (memberId === undefined) throw createGroupNotFoundProblem();
  const [cohort, marks, reviews] = await readTogether(db, (reader) =>
    Promise.all([
      content.cohort(reader, group.cohort_id, group.cohort_version),
      selectOwnMarks(reader, memberId).execute(),
      selectReviews(reader)
        .where('mark_reviews.member_id', '=', memberId)
        .orderBy('requested_at', 'desc')
        .orderBy('mark_reviews.id')
        .execute(),
    ]),
  );
  const reviewable = listMilestones(cohort.scheme).flatMap(
    ({ key: milestone, title, total }): ReviewableMark[] => {
      const mark = marks.find((row) => row.milestone === milestone);
      if (!mark || reviews.some((row) => row.milestone === milestone)) return [];
      const end = getReviewEnd(cohort, mark);
      if (end <= clock()) return [];
      return [{ milestone, title, total, marks: mark.marks, until: end.toISOString() }];
    },
  );
  return {
    reviewable,
    reviews: reviews.map((row) => toMarkReview(row, cohort.scheme, caller)),
  };
}
