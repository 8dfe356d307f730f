import type { ImportResult } from '#client/imports/post-import.ts';

type Outcome = ImportResult['rows'][number]['outcome'];

export const outcomeLabels: Record<Outcome, { checked: string; written: string; color: string }> = {
  new: { checked: 'New', written: 'Imported', color: 'green' },
  confirmed: { checked: 'To confirm', written: 'Confirmed', color: 'green' },
  changed: { checked: 'Differs', written: 'Changed', color: 'brass' },
  unchanged: { checked: 'Unchanged', written: 'Unchanged', color: 'gray' },
  skipped: { checked: 'Differs', written: 'Not changed', color: 'gray' },
  refused: { checked: 'Rejected', written: 'Rejected', color: 'red' },
  'left-out': { checked: 'Left out', written: 'Left out', color: 'brass' },
};

type RowFilter = { value: string; label: string; rows: ReadonlySet<number> };

export function buildRowFilters({ rows, errors, isWritten }: ImportResult): RowFilter[] {
  // The server returns no outcome for rows with an error.
  const refused = errors.map(({ row }) => ({
    row,
    outcome: 'refused' as const,
    missing: undefined,
  }));
  const all = [...rows, ...refused];
  const filter = (
    value: string,
    label: string,
    isShown: (row: (typeof all)[number]) => boolean,
  ) => {
    const shown = new Set(all.filter(isShown).map(({ row }) => row));
    return { value, label: `${label} (${shown.size.toLocaleString('en-GB')})`, rows: shown };
  };
  const states = Object.entries(outcomeLabels).map(([value, { checked, written }]) =>
    filter(value, isWritten ? written : checked, ({ outcome }) => outcome === value),
  );
  const missing = filter('missing', 'Members not in the file', (row) => row.missing !== undefined);
  return [...states, missing].filter(({ rows }) => rows.size > 0);
}
