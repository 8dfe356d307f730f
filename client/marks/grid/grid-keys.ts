import type { KeyboardEvent } from 'react';

/** Position of a cell in the marks grid. Rows are milestones and columns are members. */
export type GridPosition = { row: number; column: number };
type Field = HTMLInputElement | HTMLTextAreaElement;

const plain = (event: KeyboardEvent) => !(event.ctrlKey || event.metaKey || event.altKey);

function getCaretEdges({ selectionStart, selectionEnd, value }: Field) {
  const isAllSelected = selectionStart === 0 && selectionEnd === value.length;
  const isCaret = selectionStart === selectionEnd;
  return {
    start: isAllSelected || (isCaret && selectionStart === 0),
    end: isAllSelected || (isCaret && selectionEnd === value.length),
  };
}

function placeBelow({ row, column }: GridPosition, rows: number): GridPosition {
  return row + 1 < rows ? { row: row + 1, column } : { row: 0, column: column + 1 };
}

function placeAbove({ row, column }: GridPosition, rows: number): GridPosition {
  return row > 0 ? { row: row - 1, column } : { row: rows - 1, column: column - 1 };
}

/** Returns the cell to which a key press moves from a marks field, or undefined if the field itself handles the key. */
export function getNextPositionFromMarks(
  event: KeyboardEvent<HTMLInputElement>,
  { row, column }: GridPosition,
  rows: number,
): GridPosition | undefined {
  if (event.nativeEvent.isComposing || !plain(event)) return undefined;
  if (event.key === 'Enter') {
    return event.shiftKey ? placeAbove({ row, column }, rows) : placeBelow({ row, column }, rows);
  }
  if (event.shiftKey) return undefined;
  const edges = getCaretEdges(event.currentTarget);
  if (event.key === 'ArrowUp') return { row: row - 1, column };
  if (event.key === 'ArrowDown') return { row: row + 1, column };
  if (event.key === 'ArrowLeft' && edges.start) return { row, column: column - 1 };
  if (event.key === 'ArrowRight' && edges.end) return { row, column: column + 1 };
  return undefined;
}

/** Arrow keys leave a feedback field only if the cursor is at the start or the end of the text. */
export function getNextPositionFromFeedback(
  event: KeyboardEvent<HTMLTextAreaElement>,
  { row, column }: GridPosition,
  rows: number,
): GridPosition | undefined {
  if (event.nativeEvent.isComposing || event.shiftKey) return undefined;
  if (event.key === 'Enter' && !plain(event)) return placeBelow({ row, column }, rows);
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
