import { invalidate } from '#client/api/queries.ts';
import { findAttention } from '#contract/admin.ts';
import { listChanges, listGroups } from '#contract/groups.ts';
import { findChoices } from '#contract/proposals.ts';
import { listUsers } from '#contract/users.ts';

/** After a change to any user: lists of people, supervisors to choose from, and the groups of either are read again. */
export const invalidateUsers = () =>
  invalidate(listUsers, findChoices, listGroups, listChanges, findAttention);
