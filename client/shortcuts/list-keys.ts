const rowsSelector = 'main [data-rows] > *';
const controls = 'a[href], button:not(:disabled), input:not(:disabled), [tabindex="0"]';

const listRows = () =>
  [...document.querySelectorAll<HTMLElement>(rowsSelector)].filter(
    (row) => row.checkVisibility() && row.querySelector(controls) !== null,
  );

const findFocusedRow = (rows: readonly HTMLElement[]) =>
  rows.findIndex((row) => row.contains(document.activeElement));

/** Focuses the first control of the next row of a list, or of the previous one. Returns false if there is no row. */
export function focusRow(by: 1 | -1): boolean {
  const rows = listRows();
  const at = findFocusedRow(rows);
  const row = rows[at === -1 ? 0 : Math.max(0, Math.min(rows.length - 1, at + by))];
  row?.querySelector<HTMLElement>(controls)?.focus();
  return row !== undefined;
}

/** Selects or deselects the row that has the focus. Returns false if it has no checkbox. */
export function toggleRow(): boolean {
  const rows = listRows();
  const box = rows[findFocusedRow(rows)]?.querySelector<HTMLInputElement>('input[type="checkbox"]');
  box?.click();
  return Boolean(box);
}
