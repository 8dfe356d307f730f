// biome-ignore-all lint/a11y/useSemanticElements: rows are virtualised, which table elements do not support
// biome-ignore-all lint/a11y/useFocusableInteractive: cells and their controls take the focus, rows do not
import { Box, Paper } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { BoardRow } from '#contract/board.ts';
import classes from './board.module.css';
import type { BoardColumn } from './columns.ts';
import { GridHead } from './grid-head.tsx';
import { GridRow } from './grid-row.tsx';
import type { BoardUrlState } from './use-board-address.ts';
import { useGridNavigation } from './use-grid.ts';
import type { RowSelection } from './use-selection.ts';

type BoardGridProps = {
  rows: readonly BoardRow[];
  columns: readonly BoardColumn[];
  address: BoardUrlState;
  selection: RowSelection;
  isStale: boolean;
};

/** Height of a row in px. Both fit two lines; on a touchscreen, a row has room for a finger. */
const rowHeights = { mouse: 32, touch: 44 };
const headHeight = 57;

/** If `isGrouped`, a heading with the supervisor's name precedes each supervisor's groups. */
function buildLines(rows: readonly BoardRow[], isGrouped: boolean) {
  return rows.flatMap((row, index) => {
    const line = { row, index };
    const isFirst = isGrouped && rows[index - 1]?.supervisor !== row.supervisor;
    return isFirst ? [{ heading: row.supervisor }, line] : [line];
  });
}

/** Adds the row with the tab stop, which must stay in the DOM even when it is scrolled out of view. */
function addActiveLine(rendered: number[], active: number): number[] {
  if (active < 0 || rendered.includes(active)) return rendered;
  return [...rendered, active].sort((a, b) => a - b);
}

export function BoardGrid({ rows, columns, address, selection, isStale }: BoardGridProps) {
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  const rowHeight = rowHeights[isTouch ? 'touch' : 'mouse'];
  const lines = buildLines(rows, address.isGrouped);
  const findLine = (row: number) =>
    address.isGrouped ? lines.findIndex((line) => 'row' in line && line.index === row) : row;
  const grid = useGridNavigation({
    rows: rows.length,
    columns: columns.length + 1,
    reveal: (row) => virtualizer.scrollToIndex(findLine(row)),
    onOpen: (row) => address.show(rows[row]?._id),
    onToggle: (row) => selection.toggle(row, false),
  });
  useShownMarks(address.withMarks, () => {
    const column = columns.findIndex(({ kind }) => kind === 'milestone');
    if (column >= 0 && rows.length > 0) grid.showColumn(column + 1);
  });
  const activeLine = grid.active.row < 0 ? -1 : findLine(grid.active.row);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => grid.element.current,
    estimateSize: () => rowHeight,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    overscan: 12,
    useFlushSync: false,
    rangeExtractor: (range) => addActiveLine(defaultRangeExtractor(range), activeLine),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: measure again if the rows' height changes.
  useEffect(() => virtualizer.measure(), [rowHeight]);
  return (
    <Paper
      ref={grid.element}
      role="grid"
      aria-label="Board"
      aria-rowcount={lines.length + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable
      data-scroll="board"
      data-fills-window
      aria-busy={isStale}
      pos="relative"
      fz="sm"
      opacity={isStale ? 0.6 : undefined}
      className={classes.scroll}
      onKeyDown={grid.onKeyDown}
    >
      <GridHead
        columns={columns}
        address={address}
        selection={selection}
        activeColumn={grid.activeIn(-1)}
        onPlace={grid.onPlace}
      />
      <div role="rowgroup" style={{ position: 'relative', height: lines.length * rowHeight }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const line = lines[index];
          const place = { top: start - headHeight, rowIndex: index + 2 };
          if (!line) return null;
          if ('row' in line) {
            const { row, index: number } = line;
            const focus = { activeColumn: grid.activeIn(number), onPlace: grid.onPlace };
            const props = { row, number, columns, selection, address, ...place, ...focus };
            return <GridRow key={row._id} {...props} />;
          }
          return <HeadingRow key={`of ${line.heading}`} heading={line.heading} {...place} />;
        })}
      </div>
    </Paper>
  );
}

/** Calls `onShow` when the user turns the marks on, but not if they are on when the page opens. */
function useShownMarks(withMarks: boolean, onShow: () => void) {
  const wasShown = useRef(withMarks);
  useEffect(() => {
    const isTurnedOn = withMarks && !wasShown.current;
    wasShown.current = withMarks;
    if (isTurnedOn) onShow();
  });
}

type HeadingRowProps = { heading: string; top: number; rowIndex: number };

const HeadingRow = ({ heading, top, rowIndex }: HeadingRowProps) => (
  <div
    role="row"
    aria-rowindex={rowIndex}
    className={`${classes.row} ${classes.heading}`}
    style={{ top }}
  >
    <Box component="span" role="gridcell" pos="sticky" left="0.6rem">
      {heading}
    </Box>
  </div>
);
