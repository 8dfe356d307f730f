import { spellOutCount } from '#contract/desk.ts';
import { links } from '#contract/links.ts';
import { type AdminDeskContext, createCountDeskItem, type DeskPart } from '#server/http/desk.ts';
import { listOpenObjections } from './open-objections.ts';

export const objectionsDeskParts: readonly DeskPart[] = [
  { role: 'admin', order: 20, find: findObjections },
];

async function findObjections({ services }: AdminDeskContext) {
  const { length } = await listOpenObjections(services.db);
  const text = (n: number) =>
    `${spellOutCount(n, 'student')} ${n === 1 ? 'says' : 'say'} they aren’t in the group that lists them.`;
  const item = { id: 'objections', to: links.adminTab('attention'), isUrgent: true };
  return createCountDeskItem(length, text, item);
}
