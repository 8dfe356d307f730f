import type { ImportRowError } from '#contract/admin/imports.ts';
import { sortByRow } from './row-errors.ts';

type Item = { row: number };
type ComparedUsers = {
  added: readonly Item[];
  confirmed: readonly Item[];
  unchanged: readonly Item[];
  errors: readonly ImportRowError[];
};

export const formatUserCounts = ({
  added,
  confirmed,
  unchanged,
}: Pick<ComparedUsers, 'added' | 'confirmed' | 'unchanged'>) =>
  [
    `${added.length} new ${added.length === 1 ? 'user' : 'users'}`,
    ...(confirmed.length > 0 ? [`${confirmed.length} confirmed`] : []),
    `${unchanged.length} unchanged`,
  ].join(', ');

/** Builds the reply, which contains a result for each row without errors. */
export function buildUsersResult(
  compared: ComparedUsers,
  { isWritten, token }: { isWritten: boolean; token: string },
) {
  const { added, confirmed, unchanged, errors } = compared;
  const outcomes = (items: readonly Item[], outcome: 'new' | 'confirmed' | 'unchanged') =>
    items.map(({ row }) => ({ row, outcome }));
  return {
    message: formatUserCounts(compared),
    isWritten,
    token,
    counts: { new: added.length, confirmed: confirmed.length, unchanged: unchanged.length },
    rows: [
      ...outcomes(added, 'new'),
      ...outcomes(confirmed, 'confirmed'),
      ...outcomes(unchanged, 'unchanged'),
    ].toSorted((a, b) => a.row - b.row),
    errors: sortByRow(errors),
  };
}
