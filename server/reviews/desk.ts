import { type DeskItem, spellOutCount } from '#contract/desk.ts';
import { links } from '#contract/links.ts';
import { type AdminDeskContext, createCountDeskItem, type DeskPart } from '#server/http/desk.ts';
import { selectReviews } from './read-reviews.ts';

export const reviewsDeskParts: readonly DeskPart[] = [{ role: 'admin', order: 15, find: findAll }];

async function findAll({ services }: AdminDeskContext): Promise<DeskItem[]> {
  const { count } = await selectReviews(services.db)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('mark_reviews.decision', 'is', null)
    .where('cohorts.closed_at', 'is', null)
    .executeTakeFirstOrThrow();
  const text = (n: number) =>
    `${spellOutCount(n, 'student')} ${n === 1 ? 'requests' : 'request'} a review of a mark.`;
  return createCountDeskItem(count, text, {
    id: 'reviews',
    to: links.reviewRequests,
    isUrgent: true,
    action: 'Decide',
  });
}
