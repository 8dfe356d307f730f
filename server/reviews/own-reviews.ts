import { listMilestones } from '#contract/rules/scheme.ts';
import type { ReviewableMark } from '#contract/students/reviews.ts';
import type { CohortContent } from '#server/content/content.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { createGroupNotFoundProblem, getVisibleGroup } from '#server/groups/group-access.ts';
import { findEarlierRows } from '#server/groups/membership/earlier-rows.ts';
import type { Caller } from '#server/http/serve.ts';
import { findCopiedMarks } from '#server/marks/copy-marks.ts';
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

/** Returns the milestones of a member who moved whose marks were copied and reviewed in an earlier group. */
export async function listReviewedEarlier(
  db: Db,
  member: Pick<DatabaseRow<'members'>, 'id' | 'group_id'>,
): Promise<string[]> {
  const earlier = await findEarlierRows(db, [member.id]);
  if (earlier.length === 0) return [];
  const reviews = await db
    .selectFrom('mark_reviews')
    .select(['member_id', 'milestone'])
    .where(
      'member_id',
      'in',
      earlier.map(({ id }) => id),
    )
    .execute();
  // A member who moved back has the original, and the earlier row has the copy.
  const copies = await findCopiedMarks(db, [member, ...earlier]);
  return reviews.flatMap((review) =>
    copies.some(
      ({ member_id, milestone }) =>
        milestone === review.milestone && [member.id, review.member_id].includes(member_id ?? ''),
    )
      ? [review.milestone]
      : [],
  );
}

/** Returns the student's marks that can be reviewed now, and their requests. Throws `not-found`. */
export async function listOwnReviews(services: Services, caller: Caller, groupId: string) {
  const { db, content, clock } = services;
  const { group, memberId } = await getVisibleGroup(db, caller, groupId);
  if (memberId === undefined) throw createGroupNotFoundProblem();
  const [cohort, marks, reviews, reviewedEarlier] = await readTogether(db, (reader) =>
    Promise.all([
      content.cohort(reader, group.cohort_id, group.cohort_version),
      selectOwnMarks(reader, memberId).execute(),
      selectReviews(reader)
        .where('mark_reviews.member_id', '=', memberId)
        .orderBy('requested_at', 'desc')
        .orderBy('mark_reviews.id')
        .execute(),
      listReviewedEarlier(reader, { id: memberId, group_id: groupId }),
    ]),
  );
  const reviewable = listMilestones(cohort.scheme).flatMap(
    ({ key: milestone, title, total }): ReviewableMark[] => {
      const mark = marks.find((row) => row.milestone === milestone);
      if (!mark || reviewedEarlier.includes(milestone)) return [];
      if (reviews.some((row) => row.milestone === milestone)) return [];
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
