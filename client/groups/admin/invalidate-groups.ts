import { invalidate } from '#client/api/queries.ts';
import { findAttention } from '#contract/admin.ts';
import { findGroup, listAssignedGroups, listChanges, listGroups } from '#contract/groups.ts';
import { listUsers } from '#contract/users.ts';

/** After a change to any group: everything that shows groups is read again. */
export const invalidateGroups = () =>
  invalidate(listGroups, listAssignedGroups, findGroup, listChanges, findAttention, listUsers);
