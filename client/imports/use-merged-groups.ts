import { useState } from 'react';
import type { ImportKind } from '#contract/admin/imports.ts';
import type { ColumnMatch } from './match/match-columns.ts';
import type { ImportTable } from './match/table.ts';
import { fillMergedGroups } from './merged-groups.ts';

type Source = { file: ImportTable | undefined; table: ImportTable | undefined; match: ColumnMatch };

/** Fills merged cells of the group column if the admin has chosen so for this `file`. */
export function useMergedGroups(kind: ImportKind, { file, table, match }: Source) {
  const [mergedFile, setMergedFile] = useState<ImportTable>();
  const filled = table && kind === 'groups' ? fillMergedGroups(table, match) : undefined;
  const isMerged = mergedFile !== undefined && mergedFile === file;
  return {
    table: isMerged && filled ? filled.table : table,
    rows: filled?.filledRows ?? [],
    isMerged,
    merge: (isOn: boolean) => setMergedFile(isOn ? file : undefined),
  };
}
