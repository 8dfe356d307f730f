// biome-ignore-all lint/a11y/noStaticElementInteractions: `rolesOf` sets the role
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid listens for keys
// biome-ignore-all lint/a11y/useSemanticElements: rows are virtualised, which table elements do not support
// biome-ignore-all lint/a11y/useFocusableInteractive: cells and their controls take the focus, rows do not
import { Checkbox } from '@mantine/core';
import { memo } from 'react';
import type { BoardRow } from '#contract/board.ts';
import classes from './board.module.css';
import { CellContent, contentOf, nameOf } from './cell-state.tsx';
import type { Column } from './columns.ts';
import type { BoardAddress } from './use-board-address.ts';
import { focusAt, type RowFocus } from './use-grid.ts';
import type { Selection } from './use-selection.ts';

type GridRowProps = RowFocus & {
  row: BoardRow;
  /** Index among the groups shown. */
  number: number;
  columns: readonly Column[];
  selection: Selection;
  top: number;
  rowIndex: number;
  address: BoardAddress;
};

/** Memoised: only new rows render while the board scrolls. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, number, columns, selection, address, top, rowIndex } = props;
  const isSelected = selection.has(row._id);
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      aria-selected={isSelected}
      className={classes.row}
      style={{ top }}
    >
      <div role="gridcell" aria-colindex={1} className={classes.cell} data-column="select">
        <Checkbox
          size="xs"
          aria-label={`Select ${row.fypGroupName}`}
          checked={isSelected}
          onChange={(event) =>
            selection.toggle(number, (event.nativeEvent as MouseEvent).shiftKey === true)
          }
          {...focusAt({ row: number, column: 0 }, props)}
        />
      </div>
      {columns.map((column, index) => (
        <div
          key={column.name}
          {...rolesOf(row, column, index)}
          className={classes.cell}
          data-column={column.name}
          data-with-marks={(column.kind === 'milestone' && address.withMarks) || undefined}
          style={{ cursor: 'pointer' }}
          onClick={() => address.show(row._id)}
          {...focusAt({ row: number, column: index + 1 }, props)}
        >
          <CellContent row={row} column={column} />
        </div>
      ))}
    </div>
  );
});

const rolesOf = (row: BoardRow, column: Column, index: number) => ({
  role: column.name === 'group' ? 'rowheader' : 'gridcell',
  'aria-colindex': index + 2,
  'aria-label': nameOf(row, column),
  title: column.kind === 'text' ? undefined : contentOf(row, column),
});
