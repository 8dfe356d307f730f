import { type DeskItem, spellOutCount } from '#contract/desk.ts';
import { links } from '#contract/links.ts';
import { type AdminDeskContext, createCountDeskItem, type DeskPart } from '#server/http/desk.ts';
import { selectPendingRequests } from './read-requests.ts';

export const leavingDeskParts: readonly DeskPart[] = [{ role: 'admin', order: 16, find: findAll }];

async function findAll({ services }: AdminDeskContext): Promise<DeskItem[]> {
  const { count } = await selectPendingRequests(services.db)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const text = (n: number) =>
    `${spellOutCount(n, 'student')} ${n === 1 ? 'wants' : 'want'} to leave a group.`;
  return createCountDeskItem(count, text, {
    id: 'leaving',
    to: links.leaveRequests,
    isUrgent: true,
    action: 'Decide',
  });
}
