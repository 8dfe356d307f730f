import { spellOutCount } from '#contract/desk.ts';
import { links } from '#contract/links.ts';
import { type AdminDeskContext, createCountDeskItem, type DeskPart } from '#server/http/desk.ts';

export const usersDeskParts: readonly DeskPart[] = [
  { role: 'admin', order: 80, find: findUnconfirmedAccounts },
];

async function findUnconfirmedAccounts({ services }: AdminDeskContext) {
  const { count } = await services.db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('email_confirmed_at', 'is', null)
    .where('blocked_at', 'is', null)
    .executeTakeFirstOrThrow();
  const text = (n: number) =>
    `${spellOutCount(n, 'account')} ${n === 1 ? 'needs' : 'need'} to be confirmed.`;
  return createCountDeskItem(count, text, {
    id: 'accounts',
    to: links.unconfirmedUsers,
    isUrgent: false,
  });
}
