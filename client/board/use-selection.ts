import { useState } from 'react';
import type { BoardRow } from '#contract/board.ts';

const none: ReadonlySet<string> = new Set();

/** A selected row that a filter hides does not count as selected. */
export function useSelection(rows: readonly BoardRow[]) {
  const [ids, setIds] = useState(none);
  const [last, setLast] = useState<string>();
  const selected = rows.filter(({ _id }) => ids.has(_id));
  return {
    rows: selected,
    count: selected.length,
    isAll: rows.length > 0 && selected.length === rows.length,
    has: (id: string) => ids.has(id),
    clear: () => setIds(none),
    selectAll: () => setIds(new Set(rows.map(({ _id }) => _id))),
    /** Toggles a row. If `isRange`, sets all rows from the previously toggled row to this row to the same state. */
    toggle: (index: number, isRange: boolean) => {
      const row = rows[index];
      if (!row) return;
      const isOn = !ids.has(row._id);
      const before = isRange ? rows.findIndex(({ _id }) => _id === last) : -1;
      const from = before < 0 ? index : Math.min(before, index);
      const to = before < 0 ? index : Math.max(before, index);
      const next = new Set(selected.map(({ _id }) => _id));
      for (const { _id } of rows.slice(from, to + 1)) {
        if (isOn) next.add(_id);
        else next.delete(_id);
      }
      setIds(next);
      setLast(row._id);
    },
  };
}

export type RowSelection = ReturnType<typeof useSelection>;
