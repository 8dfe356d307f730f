import { useEffect, useRef, useState } from 'react';
import { type ImportKind, mostImportRows } from '#contract/imports.ts';
import { type Match, matchColumns } from './match-columns.ts';
import { readInWorker } from './read/read-in-worker.ts';
import { type Table, toTable } from './table.ts';
import { TableError } from './table-error.ts';

const unreadable =
  'The file cannot be read. If it was changed after it was chosen, choose it again.';

/** Reads the chosen file as a table, and matches its columns. */
export function useTable(kind: ImportKind, onChange: () => void) {
  const [file, setFile] = useState<File>();
  const [table, setTable] = useState<Table>();
  const [error, setError] = useState<string>();
  const [match, setMatch] = useState<Match>({});
  const [isReading, setIsReading] = useState(false);
  const latest = useRef<AbortController>(undefined);
  const matched = useRef<string>(undefined);

  const choose = async (chosen: File | undefined) => {
    latest.current?.abort();
    const read = new AbortController();
    latest.current = read;
    setFile(chosen);
    setTable(undefined);
    setError(undefined);
    setIsReading(chosen !== undefined);
    onChange();
    if (!chosen) return;
    try {
      const sheet = await readInWorker(chosen, {}, read.signal);
      if (read.signal.aborted) return;
      const found = toTable(sheet, mostImportRows);
      setTable(found);
      const header = found.header.join('\n');
      // A corrected file keeps the columns that were matched by hand.
      if (header !== matched.current) setMatch(matchColumns(found.header, kind));
      matched.current = header;
    } catch (thrown) {
      if (read.signal.aborted) return;
      setError(thrown instanceof TableError ? thrown.message : unreadable);
    }
    setIsReading(false);
  };
  useEffect(() => () => latest.current?.abort(), []);
  const matchTo = (field: string, index: number | undefined) => {
    setMatch((before) => ({ ...before, [field]: index }));
    onChange();
  };
  return {
    file,
    table,
    error,
    isReading,
    match,
    matchTo,
    choose: (chosen?: File) => void choose(chosen),
  };
}
