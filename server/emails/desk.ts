import { spellOutCount } from '#contract/desk.ts';
import { links } from '#contract/links.ts';
import { type AdminDeskContext, createCountDeskItem, type DeskPart } from '#server/http/desk.ts';

export const emailsDeskParts: readonly DeskPart[] = [
  { role: 'admin', order: 50, find: findFailedEmails },
];

async function findFailedEmails({ services }: AdminDeskContext) {
  const { count } = await services.db
    .selectFrom('emails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('failed_at', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow();
  const text = (n: number) => `${spellOutCount(n, 'email')} couldn’t be delivered.`;
  return createCountDeskItem(count, text, {
    id: 'emails',
    to: links.failedEmails,
    isUrgent: true,
  });
}
