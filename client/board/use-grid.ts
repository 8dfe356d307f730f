import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

/** A position in the grid. Row -1 is the header row; column 0 contains the checkboxes. */
export type GridPosition = { row: number; column: number };

const placeKey = ({ row, column }: GridPosition) => `${row}:${column}`;

type GridSize = { rows: number; columns: number };
const pageRows = 10;

/** Returns the position to which a key press moves the tab stop, or undefined if the key does not move it. */
export function getNextGridPosition(
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  { row, column }: GridPosition,
  { rows, columns }: GridSize,
): GridPosition | undefined {
  const isFar = ctrlKey || metaKey;
  const to: Record<string, GridPosition> = {
    ArrowUp: { row: isFar ? -1 : row - 1, column },
    ArrowDown: { row: isFar ? rows - 1 : row + 1, column },
    ArrowLeft: { row, column: isFar ? 0 : column - 1 },
    ArrowRight: { row, column: isFar ? columns - 1 : column + 1 },
    Home: { row: isFar ? -1 : row, column: 0 },
    End: { row: isFar ? rows - 1 : row, column: columns - 1 },
    PageUp: { row: Math.max(0, row - pageRows), column },
    PageDown: { row: row + pageRows, column },
  };
  const next = to[key];
  return (
    next && {
      row: Math.max(-1, Math.min(rows - 1, next.row)),
      column: Math.max(0, Math.min(columns - 1, next.column)),
    }
  );
}

type GridOptions = GridSize & {
  /** Scrolls to the row, so that it is rendered and can receive the focus. */
  reveal: (row: number) => void;
  onOpen: (row: number) => void;
  onToggle: (row: number) => void;
};

/** Implements a roving tab stop, which arrow keys move as in a spreadsheet. */
export function useGridNavigation({ rows, columns, reveal, onOpen, onToggle }: GridOptions) {
  const element = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<GridPosition>({ row: 0, column: 1 });
  /** Where to scroll the focused cell, or undefined if the focus does not move. */
  const [moving, setMoving] = useState<'nearest' | 'start'>();
  const active = {
    row: Math.min(place.row, rows - 1),
    column: Math.min(place.column, columns - 1),
  };
  const key = placeKey(active);
  // Run after each render, because the cell to focus may not exist until scrolling has rendered its row.
  useEffect(() => {
    if (!moving) return;
    const target = element.current?.querySelector<HTMLElement>(`[data-at="${key}"]`);
    if (!target) return;
    target.focus({ preventScroll: true });
    (target.closest('[role="row"] > *') ?? target).scrollIntoView({
      block: 'nearest',
      inline: moving,
    });
    setMoving(undefined);
  });
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const target = event.target as HTMLElement;
    // Menus render in a React portal, but React still bubbles their key events to this handler.
    if (!event.currentTarget.contains(target) || event.altKey || event.shiftKey) return;
    const isCell = target.matches('[role="gridcell"], [role="rowheader"]');
    if (isCell && event.key === 'Enter') onOpen(active.row);
    else if (isCell && event.key === ' ') onToggle(active.row);
    else {
      const next = getNextGridPosition(event, active, { rows, columns });
      if (!next) return;
      setPlace(next);
      if (next.row >= 0) reveal(next.row);
      setMoving('nearest');
    }
    event.preventDefault();
  };
  return {
    element,
    active,
    onKeyDown,
    /** Moves the focus to the column in the row of the tab stop, and scrolls the column to the start. */
    showColumn: (column: number) => {
      setPlace({ row: Math.max(0, active.row), column });
      setMoving('start');
    },
    /** Returns the column of the tab stop, or undefined if the tab stop is in another row. */
    activeIn: (row: number) => (row === active.row ? active.column : undefined),
    onPlace: setPlace,
  };
}

/** Props that stay the same while the tab stop is in other rows, so that a memoised row does not re-render. */
export type RowFocusProps = {
  activeColumn: number | undefined;
  onPlace: (place: GridPosition) => void;
};

export const getCellFocusProps = (
  place: GridPosition,
  { activeColumn, onPlace }: RowFocusProps,
) => ({
  'data-at': placeKey(place),
  tabIndex: place.column === activeColumn ? 0 : -1,
  onFocus: () => onPlace(place),
});
