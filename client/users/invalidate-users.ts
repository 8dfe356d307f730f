import { invalidateEndpoints } from '#client/api/queries.ts';
import { findAttention } from '#contract/admin/attention.ts';
import { findFigures } from '#contract/admin/figures.ts';
import { listGroups } from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';
import { findChoices } from '#contract/students/proposals.ts';
import { listUsers } from '#contract/users.ts';

export const userEndpoints = [
  listUsers,
  findChoices,
  listGroups,
  listChanges,
  findAttention,
  findFigures,
] as const;

export const invalidateUsers = () => invalidateEndpoints(...userEndpoints);
