/** The fields are `marks` and `feedback` for a mark, and `date`, `status` and `feedback` for the viva. */
export type CellValues = Record<string, string | number | null>;

/** `revision` is the cell's revision that the client read. If undefined, the edit overwrites newer values. */
export type CellEdit = { cell: string; values: CellValues; revision: number | undefined };
export type CellSave = { by: string; edits: CellEdit[] };

export type HistoryEntry = {
  field: string;
  from: string | null;
  to: string | null;
  revision: number;
  by: string;
};
/** `by` is the author of the last change. */
export type StoredCell = { cell: string; values: CellValues; revision: number; by: string };
type Cell = Omit<StoredCell, 'cell'> & { history: HistoryEntry[] };

const toText = (value: string | number | null) => (value === null ? null : String(value));

/** Reference model of a group's cells. Implements decision 4 (docs/decisions) independently of the portal's code. */
export class GroupCellsModel {
  readonly cells = new Map<string, Cell>();

  /** Predicts the result of a save: the number of changed cells, or the conflicting cells. */
  predict({ edits }: CellSave): { changed: number } | { conflicts: StoredCell[] } {
    const changing = edits.filter((edit) => this.#changedBy(edit).length > 0);
    const conflicts = changing.filter(
      ({ cell, revision }) => revision !== undefined && revision < this.#cell(cell).revision,
    );
    if (conflicts.length === 0) return { changed: changing.length };
    return { conflicts: conflicts.map(({ cell }) => this.readCell(cell)) };
  }

  apply({ by, edits }: CellSave): void {
    for (const edit of edits) {
      const fields = this.#changedBy(edit);
      if (fields.length === 0) continue;
      const cell = this.#cell(edit.cell);
      cell.revision += 1;
      cell.by = by;
      for (const field of fields) {
        const [from, to] = [cell.values[field] ?? null, edit.values[field] ?? null];
        const { revision } = cell;
        cell.history.push({ field, from: toText(from), to: toText(to), revision, by });
        cell.values[field] = to;
      }
    }
  }

  readCell(name: string): StoredCell {
    const { values, revision, by } = this.#cell(name);
    return { cell: name, values: { ...values }, revision, by };
  }

  #cell(name: string): Cell {
    const existing = this.cells.get(name);
    if (existing) return existing;
    const fields = name === 'viva' ? ['date', 'status', 'feedback'] : ['marks', 'feedback'];
    const values = Object.fromEntries(fields.map((field) => [field, null]));
    const cell = { values, revision: 0, by: '', history: [] };
    this.cells.set(name, cell);
    return cell;
  }

  /** Returns the fields that an edit changes, in the order in which the history records them. */
  #changedBy({ cell, values, revision }: CellEdit): string[] {
    const readCell = this.#cell(cell).values;
    return Object.keys(readCell).filter((field) => {
      const value = values[field];
      if (value === undefined || value === readCell[field]) return false;
      return revision === undefined || toText(value) !== this.#valueAt(cell, field, revision);
    });
  }

  /** Returns the field's value at the given revision, or undefined if the field has not changed since then. */
  #valueAt(cell: string, field: string, revision: number): string | null | undefined {
    return this.#cell(cell).history.find((line) => line.field === field && line.revision > revision)
      ?.from;
  }
}
