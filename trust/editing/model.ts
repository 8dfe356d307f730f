/** What a cell holds: of a mark `marks` and `feedback`, of the viva's record `date`, `status` and `feedback`. */
export type Values = Record<string, string | number | null>;

/** One cell of a save with the fields it sends, and the revision it was read with: undefined for a last word. */
export type CellEdit = { cell: string; values: Values; revision: number | undefined };
export type Save = { by: string; edits: CellEdit[] };

/** One line of a cell's history, as the portal writes it. */
export type Line = {
  field: string;
  from: string | null;
  to: string | null;
  revision: number;
  by: string;
};
/** A cell as it stands; `by` is who changed it last. */
export type Standing = { cell: string; values: Values; revision: number; by: string };
type Cell = Omit<Standing, 'cell'> & { history: Line[] };

const textOf = (value: string | number | null) => (value === null ? null : String(value));

/**
 * What a group's cells are after saves one after the other, by the rules of decision 4 and none of the portal's code:
 * whole or not at all; a conflict is a change after the revision that was read, whoever made it. A field that is sent as it
 * was read is not an edit.
 */
export class Model {
  readonly cells = new Map<string, Cell>();

  /** What would come of a save now: how many cells it changes, or the cells it is in conflict with. */
  outcomeOf({ edits }: Save): { changed: number } | { conflicts: Standing[] } {
    const changing = edits.filter((edit) => this.#changedBy(edit).length > 0);
    const conflicts = changing.filter(
      ({ cell, revision }) => revision !== undefined && revision < this.#cell(cell).revision,
    );
    if (conflicts.length === 0) return { changed: changing.length };
    return { conflicts: conflicts.map(({ cell }) => this.standing(cell)) };
  }

  /** Makes the changes of a save that goes through. */
  apply({ by, edits }: Save): void {
    for (const edit of edits) {
      const fields = this.#changedBy(edit);
      if (fields.length === 0) continue;
      const cell = this.#cell(edit.cell);
      cell.revision += 1;
      cell.by = by;
      for (const field of fields) {
        const [from, to] = [cell.values[field] ?? null, edit.values[field] ?? null];
        const { revision } = cell;
        cell.history.push({ field, from: textOf(from), to: textOf(to), revision, by });
        cell.values[field] = to;
      }
    }
  }

  standing(name: string): Standing {
    const { values, revision, by } = this.#cell(name);
    return { cell: name, values: { ...values }, revision, by };
  }

  #cell(name: string): Cell {
    const known = this.cells.get(name);
    if (known) return known;
    const fields = name === 'viva' ? ['date', 'status', 'feedback'] : ['marks', 'feedback'];
    const values = Object.fromEntries(fields.map((field) => [field, null]));
    const cell = { values, revision: 0, by: '', history: [] };
    this.cells.set(name, cell);
    return cell;
  }

  /** The fields that an edit really changes, in the order of the history's lines. */
  #changedBy({ cell, values, revision }: CellEdit): string[] {
    const standing = this.#cell(cell).values;
    return Object.keys(standing).filter((field) => {
      const value = values[field];
      if (value === undefined || value === standing[field]) return false;
      return revision === undefined || textOf(value) !== this.#valueAt(cell, field, revision);
    });
  }

  /** Undefined for a field that was not changed since. */
  #valueAt(cell: string, field: string, revision: number): string | null | undefined {
    return this.#cell(cell).history.find((line) => line.field === field && line.revision > revision)
      ?.from;
  }
}
