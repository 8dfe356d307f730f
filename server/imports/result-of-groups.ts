import type { GroupImportResult, ImportRowError } from '#contract/admin/imports.ts';
import type { ComparedGroup } from './compare-groups.ts';
import { sortByRow } from './row-errors.ts';

const countsOf = (groups: readonly ComparedGroup[]) => {
  const counts = { new: 0, changed: 0, unchanged: 0, skipped: 0, refused: 0 };
  for (const { outcome } of groups) counts[outcome] += 1;
  return counts;
};

/** Messages by row number. */
type LeftOutRows = ReadonlyMap<number, string>;

export function formatGroupCounts(groups: readonly ComparedGroup[], leftOut: LeftOutRows): string {
  const { new: added, changed, unchanged, skipped, refused } = countsOf(groups);
  const missing = groups.flatMap((group) => ('missing' in group ? group.missing : [])).length;
  return [
    `${added} new ${added === 1 ? 'group' : 'groups'}`,
    changed > 0 && `${changed} changed`,
    `${unchanged} unchanged`,
    skipped > 0 && `${skipped} skipped`,
    refused > 0 && `${refused} rejected`,
    missing > 0 && formatMissing(missing),
    leftOut.size > 0 && `${leftOut.size} ${leftOut.size === 1 ? 'row' : 'rows'} left out`,
  ]
    .filter(Boolean)
    .join(', ');
}

const formatMissing = (count: number) =>
  count === 1
    ? '1 member who isn’t in the file stays'
    : `${count} members who aren’t in the file stay`;

export function buildGroupsResult({
  groups,
  errors,
  leftOut,
}: {
  groups: readonly ComparedGroup[];
  errors: readonly ImportRowError[];
  leftOut: LeftOutRows;
}) {
  const leftOutRows = [...leftOut].map(
    ([row, warning]): GroupImportResult => ({
      row,
      outcome: 'left-out',
      warning,
    }),
  );
  return {
    message: formatGroupCounts(groups, leftOut),
    counts: countsOf(groups),
    rows: [...groups.flatMap(resultRows), ...leftOutRows].toSorted((a, b) => a.row - b.row),
    errors: sortByRow(errors),
  };
}

function resultRows(compared: ComparedGroup): GroupImportResult[] {
  const { rows, outcome, group, groupId } = compared;
  const differences = 'differences' in compared ? compared.differences : [];
  const missing = 'missing' in compared ? compared.missing : [];
  const warning = 'warning' in compared ? compared.warning : undefined;
  return rows.map((row, index) => {
    const its = differences.flatMap(({ row: of, ...difference }) => (of === row ? difference : []));
    return {
      row,
      outcome,
      ...(group !== undefined && { group }),
      ...(groupId !== undefined && { groupId }),
      ...(its.length > 0 && { differences: its }),
      ...(index === 0 && missing.length > 0 && { missing }),
      ...(index === 0 && warning !== undefined && { warning }),
    };
  });
}
