import { spellOutCount } from '#contract/desk.ts';
import { links } from '#contract/links.ts';
import { type AdminDeskContext, createCountDeskItem, type DeskPart } from '#server/http/desk.ts';
import { listRoleConflictItems } from './roles/find-role-conflicts.ts';
import { findConfusableStaffNames } from './staff/find-confusable-names.ts';

export const groupDeskParts: readonly DeskPart[] = [
  { role: 'admin', order: 30, find: findRoleConflicts },
  { role: 'admin', order: 70, find: findUnboundNames },
];

async function findRoleConflicts({ services }: AdminDeskContext) {
  const conflicts = await listRoleConflictItems(services.db);
  const groups = new Set(conflicts.map(({ group }) => group._id));
  const text = (n: number) =>
    `${spellOutCount(n, 'group')} ${n === 1 ? 'has' : 'have'} someone in two roles.`;
  const item = { id: 'roles', to: links.adminTab('attention'), isUrgent: true };
  return createCountDeskItem(groups.size, text, item);
}

async function findUnboundNames({ services }: AdminDeskContext) {
  const { unboundNames } = await findConfusableStaffNames(services.db);
  const groups = new Set(unboundNames.flatMap((name) => name.groups.map(({ _id }) => _id)));
  const text = (n: number) =>
    `${spellOutCount(n, 'group')} ${n === 1 ? 'has' : 'have'} staff without an account.`;
  const item = { id: 'names', to: links.adminTab('attention'), isUrgent: false };
  return createCountDeskItem(groups.size, text, item);
}
