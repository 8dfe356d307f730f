import type { RowError } from '#contract/imports.ts';
import { byRow } from './row-errors.ts';

type Item = { row: number };
type Compared = {
  added: readonly Item[];
  unchanged: readonly Item[];
  errors: readonly RowError[];
};

/** Returns a text such as “3 new users, 2 unchanged”. */
export const messageOfUsers = ({ added, unchanged }: Pick<Compared, 'added' | 'unchanged'>) =>
  `${added.length} new ${added.length === 1 ? 'user' : 'users'}, ${unchanged.length} unchanged`;

/** Returns the reply. `rows` has an entry for each row of the file without errors. */
export function resultOfUsers(
  compared: Compared,
  { isWritten, token }: { isWritten: boolean; token: string },
) {
  const { added, unchanged, errors } = compared;
  const outcomes = (items: readonly Item[], outcome: 'new' | 'unchanged') =>
    items.map(({ row }) => ({ row, outcome }));
  return {
    message: messageOfUsers(compared),
    isWritten,
    token,
    counts: { new: added.length, unchanged: unchanged.length },
    rows: [...outcomes(added, 'new'), ...outcomes(unchanged, 'unchanged')].toSorted(
      (a, b) => a.row - b.row,
    ),
    errors: byRow(errors),
  };
}
