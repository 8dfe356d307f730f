import { useRef, useState } from 'react';
import type { ImportKind } from '#contract/admin/imports.ts';
import { type ColumnMatch, matchColumns } from './match/match-columns.ts';
import { type ImportTable, type TableLayout, toTable } from './match/table.ts';
import { TableError } from './match/table-error.ts';
import type { Sheet } from './read/sheet.ts';
import { useSpreadsheetFile } from './use-sheet.ts';

export function useImportTable(kind: ImportKind, onChange: () => void) {
  const [layout, setLayout] = useState<TableLayout>({});
  const [table, setTable] = useState<ImportTable>();
  const [error, setError] = useState<string>();
  const [match, setMatch] = useState<ColumnMatch>({});
  const matched = useRef<string>(undefined);

  const clear = () => {
    setTable(undefined);
    setError(undefined);
    onChange();
  };
  const show = (sheet: Sheet, chosen: TableLayout) => {
    clear();
    setLayout(chosen);
    try {
      const parsedTable = toTable(sheet, kind, chosen);
      setTable(parsedTable);
      const header = parsedTable.header.join('\n');
      // If the header is unchanged, as in a corrected copy of the file, keep the user's choice of columns.
      if (header !== matched.current) setMatch(matchColumns(parsedTable.header, kind));
      matched.current = header;
    } catch (thrown) {
      if (!(thrown instanceof TableError)) throw thrown;
      setError(thrown.message);
    }
  };
  const source = useSpreadsheetFile(clear, (read) => show(read, {}));
  const matchTo = (field: string, index: number | undefined) => {
    setMatch((before) => ({ ...before, [field]: index }));
    onChange();
  };
  const computeZipLayout = (chosen: TableLayout) => {
    if (source.sheet) show(source.sheet, chosen);
  };
  return {
    ...source,
    table,
    error: source.error ?? error,
    match,
    matchTo,
    layout,
    layOut: computeZipLayout,
  };
}
