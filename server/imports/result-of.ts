import type { RowError } from '#contract/imports.ts';
import { byRow } from './row-errors.ts';

type Item = { row: number; group?: string | undefined };
type Compared = {
  added: readonly Item[];
  unchanged: readonly Item[];
  errors: readonly RowError[];
};
type Noun = 'user' | 'group';

const counted = (count: number, noun: Noun) => `${count} new ${noun}${count === 1 ? '' : 's'}`;

/** "3 new users, 2 unchanged" */
export const messageOf = (
  noun: Noun,
  { added, unchanged }: Pick<Compared, 'added' | 'unchanged'>,
) => `${counted(added.length, noun)}, ${unchanged.length} unchanged`;

/** `rows`: one for each row of the file that has no error; a group has several. */
export function resultOf(
  noun: Noun,
  compared: Compared,
  {
    isWritten,
    token,
    rowsOf,
  }: { isWritten: boolean; token: string; rowsOf?: (item: Item) => readonly number[] },
) {
  const { added, unchanged, errors } = compared;
  const outcomes = (items: readonly Item[], outcome: 'new' | 'unchanged') =>
    items.flatMap((item) =>
      (rowsOf?.(item) ?? [item.row]).map((row) => ({
        row,
        outcome,
        ...(item.group !== undefined && { group: item.group }),
      })),
    );
  return {
    message: messageOf(noun, compared),
    isWritten,
    token,
    counts: { new: added.length, unchanged: unchanged.length },
    rows: [...outcomes(added, 'new'), ...outcomes(unchanged, 'unchanged')].toSorted(
      (a, b) => a.row - b.row,
    ),
    errors: byRow(errors),
  };
}
