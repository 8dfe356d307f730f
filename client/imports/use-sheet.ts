import { useEffect, useRef, useState } from 'react';
import { findChangedFile } from '#client/api/files/find-changed-file.ts';
import { TableError } from './match/table-error.ts';
import type { ReadOptions } from './read/read-file.ts';
import { readSpreadsheetInWorker } from './read/read-in-worker.ts';
import type { Sheet } from './read/sheet.ts';

const unreadable = 'Couldn’t read the file. Choose it again.';

/** Calls `onStart` before each attempt to read the file, and `onRead` after each successful attempt. */
export function useSpreadsheetFile(onStart: () => void, onRead: (sheet: Sheet) => void) {
  const [file, setFile] = useState<File>();
  const [readChoice, setReadChoice] = useState<ReadOptions>({});
  const [sheet, setSheet] = useState<Sheet>();
  const [error, setError] = useState<string>();
  const [isReading, setIsReading] = useState(false);
  const latest = useRef<AbortController>(undefined);
  useEffect(() => () => latest.current?.abort(), []);

  /** If reading fails, keeps the previous sheet, so that the user can select another sheet. */
  const read = async (chosen: File, wanted: ReadOptions) => {
    const reading = new AbortController();
    latest.current?.abort();
    latest.current = reading;
    setReadChoice(wanted);
    setError(undefined);
    setIsReading(true);
    onStart();
    try {
      const nextSheet = await readSpreadsheetInWorker(chosen, wanted, reading.signal);
      if (reading.signal.aborted) return;
      setSheet(nextSheet);
      onRead(nextSheet);
    } catch (thrown) {
      const changed = await findChangedFile(chosen);
      if (reading.signal.aborted) return;
      setError(changed ?? (thrown instanceof TableError ? thrown.message : unreadable));
    }
    setIsReading(false);
  };
  const choose = (chosen: File | undefined) => {
    latest.current?.abort();
    setFile(chosen);
    setSheet(undefined);
    setError(undefined);
    setIsReading(false);
    onStart();
    if (chosen) void read(chosen, {});
  };
  const readAs = (wanted: ReadOptions) => {
    if (file) void read(file, wanted);
  };
  return { file, sheet, error, isReading, readChoice, choose, readAs };
}
