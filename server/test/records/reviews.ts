import { saveSetting } from '#contract/settings/settings.ts';
import { decideReview, listReviews, requestReview } from '#contract/students/reviews.ts';
import { buildSettingChange } from '#server/test/content/settings.ts';
import { getItemAt, type TestGroup, type TestUser } from '#server/test/people.ts';
import type { Portal } from '#server/test/portal.ts';

/** Lets students of the current cohort request reviews for this number of days. */
export async function allowReviews(
  portal: Pick<Portal, 'admin' | 'content'>,
  reviewDays = 14,
): Promise<void> {
  const change = await buildSettingChange(portal, 'groups', (rules) => {
    rules.reviewDays = reviewDays;
  });
  await portal.admin.call(saveSetting, change);
}

export const buildReviewRequest = ({ groupId }: TestGroup, changes: object = {}) => ({
  params: { groupId },
  body: { milestone: 'month1', marks: 5, reason: 'The demo was not seen.', ...changes },
});

export const requestTestReview = (
  team: TestGroup,
  who: Pick<TestUser, 'caller'> = team.student,
  changes: object = {},
) => who.caller.call(requestReview, buildReviewRequest(team, changes));

export async function findOnlyReview({ admin }: Portal) {
  const { reviews } = await admin.call(listReviews);
  if (reviews.length > 1) throw new Error('Several reviews are requested.');
  return getItemAt(reviews, 0);
}

export const buildReviewDecision = (reviewId: string, changes: object = {}) => ({
  params: { reviewId },
  body: { decision: 'kept' as const, seenMarks: 5, reason: 'The report is thin.', ...changes },
});

export const decideTestReview = async (portal: Portal, changes: object = {}) =>
  portal.admin.call(decideReview, buildReviewDecision((await findOnlyReview(portal))._id, changes));
