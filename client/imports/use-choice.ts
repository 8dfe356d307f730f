import { useState } from 'react';
import type { ImportDifference } from '#contract/admin/imports.ts';
import type { ImportResult } from './post-import.ts';

export type ChangedGroup = {
  groupId: string;
  group: string;
  rows: number[];
  outcome: ImportResult['rows'][number]['outcome'];
  differences: (ImportDifference & { row: number })[];
};

function collectChangedGroups(result: ImportResult | undefined): ChangedGroup[] {
  const groups = new Map<string, ChangedGroup>();
  for (const { row, outcome, group = '', groupId, differences = [] } of result?.rows ?? []) {
    if ((outcome !== 'changed' && outcome !== 'skipped') || groupId === undefined) continue;
    const changedGroup = groups.get(groupId) ?? {
      groupId,
      group,
      rows: [],
      outcome,
      differences: [],
    };
    changedGroup.rows.push(row);
    changedGroup.differences.push(...differences.map((difference) => ({ ...difference, row })));
    groups.set(groupId, changedGroup);
  }
  return [...groups.values()];
}

/** Manages which groups the import will change. Each new result selects all stored groups that differ from the file. */
export function useGroupSelection(result: ImportResult | undefined) {
  const [skipped, setSkipped] = useState<{
    of?: ImportResult | undefined;
    ids: ReadonlySet<string>;
  }>({
    ids: new Set(),
  });
  const ids = skipped.of === result ? skipped.ids : new Set<string>();
  const groups = collectChangedGroups(result);
  const choose = (groupIds: readonly string[], isChosen: boolean) => {
    const after = new Set(ids);
    for (const id of groupIds) {
      if (isChosen) after.delete(id);
      else after.add(id);
    }
    setSkipped({ of: result, ids: after });
  };
  return {
    groups,
    chosen: groups.filter(({ groupId }) => !ids.has(groupId)),
    isChosen: (groupId: string) => !ids.has(groupId),
    choose,
  };
}

export type GroupSelection = ReturnType<typeof useGroupSelection>;
