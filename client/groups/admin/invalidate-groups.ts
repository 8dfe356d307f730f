import { facultyEndpoints } from '#client/api/faculty-endpoints.ts';
import { invalidateEndpoints } from '#client/api/queries.ts';
import { findAttention } from '#contract/admin/attention.ts';
import { findFigures } from '#contract/admin/figures.ts';
import { findBoard } from '#contract/board.ts';
import { findGroup, listGroups } from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';
import { listUsers } from '#contract/users.ts';

export const groupEndpoints = [
  listGroups,
  ...facultyEndpoints,
  findBoard,
  findGroup,
  listChanges,
  findAttention,
  findFigures,
  listUsers,
] as const;

export const invalidateGroups = () => invalidateEndpoints(...groupEndpoints);
