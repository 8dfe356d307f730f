import { facultyReads } from '#client/api/faculty-reads.ts';
import { invalidate } from '#client/api/queries.ts';
import { findAttention, findFigures } from '#contract/admin.ts';
import { findGroup, listChanges, listGroups } from '#contract/groups.ts';
import { listUsers } from '#contract/users.ts';

/** Everything that shows groups, to be read again after a change to any. */
export const groupReads = [
  listGroups,
  ...facultyReads,
  findGroup,
  listChanges,
  findAttention,
  findFigures,
  listUsers,
] as const;

export const invalidateGroups = () => invalidate(...groupReads);
