import { invalidate } from '#client/api/queries.ts';
import { findAttention, findFigures } from '#contract/admin.ts';
import { listChanges, listGroups } from '#contract/groups.ts';
import { findChoices } from '#contract/proposals.ts';
import { listUsers } from '#contract/users.ts';

/** Everything that shows users, to be read again after a change to any. */
export const userReads = [
  listUsers,
  findChoices,
  listGroups,
  listChanges,
  findAttention,
  findFigures,
] as const;

export const invalidateUsers = () => invalidate(...userReads);
