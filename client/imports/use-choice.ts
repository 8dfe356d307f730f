import { useState } from 'react';
import type { Difference } from '#contract/imports.ts';
import type { Result } from './post-import.ts';

export type ChangedGroup = {
  groupId: string;
  group: string;
  rows: number[];
  outcome: Result['rows'][number]['outcome'];
  differences: (Difference & { row: number })[];
};

function collectChangedGroups(result: Result | undefined): ChangedGroup[] {
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

/** Manages which differing groups the import will change. Each check selects all of them. */
export function useChoice(result: Result | undefined) {
  const [skipped, setSkipped] = useState<{ of?: Result | undefined; ids: ReadonlySet<string> }>({
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

export type Choice = ReturnType<typeof useChoice>;
