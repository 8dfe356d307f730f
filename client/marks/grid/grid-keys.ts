import type { KeyboardEvent } from 'react';

/** A place in the grid of marks: milestones go down, members go across. */
export type Place = { row: number; column: number };
type Field = HTMLInputElement | HTMLTextAreaElement;

const plain = (event: KeyboardEvent) => !(event.ctrlKey || event.metaKey || event.altKey);

function edgesOf({ selectionStart, selectionEnd, value }: Field) {
  const isAllSelected = selectionStart === 0 && selectionEnd === value.length;
  const isCaret = selectionStart === selectionEnd;
  return {
    start: isAllSelected || (isCaret && selectionStart === 0),
    end: isAllSelected || (isCaret && selectionEnd === value.length),
  };
}

/** Down a member's milestones, and on to the next member's first. */
function below({ row, column }: Place, rows: number): Place {
  return row + 1 < rows ? { row: row + 1, column } : { row: 0, column: column + 1 };
}

function above({ row, column }: Place, rows: number): Place {
  return row > 0 ? { row: row - 1, column } : { row: rows - 1, column: column - 1 };
}

/** Where a key leads from a marks field; undefined when it is the field's own. */
export function fromMarks(
  event: KeyboardEvent<HTMLInputElement>,
  { row, column }: Place,
  rows: number,
): Place | undefined {
  if (event.nativeEvent.isComposing || !plain(event)) return undefined;
  if (event.key === 'Enter') {
    return event.shiftKey ? above({ row, column }, rows) : below({ row, column }, rows);
  }
  if (event.shiftKey) return undefined;
  const edges = edgesOf(event.currentTarget);
  if (event.key === 'ArrowUp') return { row: row - 1, column };
  if (event.key === 'ArrowDown') return { row: row + 1, column };
  if (event.key === 'ArrowLeft' && edges.start) return { row, column: column - 1 };
  if (event.key === 'ArrowRight' && edges.end) return { row, column: column + 1 };
  return undefined;
}

/** Where a key leads from a feedback field: Enter is a new line there, and arrows leave only at the text's edges. */
export function fromFeedback(
  event: KeyboardEvent<HTMLTextAreaElement>,
  { row, column }: Place,
  rows: number,
): Place | undefined {
  if (event.nativeEvent.isComposing || event.shiftKey) return undefined;
  if (event.key === 'Enter' && !plain(event)) return below({ row, column }, rows);
  if (!plain(event)) return undefined;
  const { selectionStart, selectionEnd, value } = event.currentTarget;
  if (selectionStart !== selectionEnd) return undefined;
  const isBack = event.key === 'ArrowUp' || event.key === 'ArrowLeft';
  if (isBack && selectionStart === 0) return { row, column };
  if (selectionEnd !== value.length) return undefined;
  if (event.key === 'ArrowDown') return { row: row + 1, column };
  if (event.key === 'ArrowRight') return { row, column: column + 1 };
  return undefined;
}
