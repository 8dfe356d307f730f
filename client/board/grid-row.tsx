// biome-ignore-all lint/a11y/noStaticElementInteractions: `getCellProps` sets the role
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid listens for keys
// biome-ignore-all lint/a11y/useSemanticElements: rows are virtualised, which table elements do not support
// biome-ignore-all lint/a11y/useFocusableInteractive: cells and their controls take the focus, rows do not
import { Checkbox } from '@mantine/core';
import { memo } from 'react';
import type { BoardRow } from '#contract/board.ts';
import classes from './board.module.css';
import { BoardCellContent, formatBoardCell, formatBoardCellLabel } from './cell-state.tsx';
import { type BoardColumn, getColumnWidth } from './columns.ts';
import type { BoardUrlState } from './use-board-address.ts';
import { getCellFocusProps, type RowFocusProps } from './use-grid.ts';
import type { RowSelection } from './use-selection.ts';

type GridRowProps = RowFocusProps & {
  row: BoardRow;
  /** Index of the row among the displayed groups. Supervisor headings are not counted. */
  number: number;
  columns: readonly BoardColumn[];
  selection: RowSelection;
  top: number;
  rowIndex: number;
  address: BoardUrlState;
};

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
      <div
        role="gridcell"
        aria-colindex={1}
        className={classes.cell}
        data-column="select"
        style={{ width: '2.5rem' }}
      >
        <Checkbox
          size="xs"
          aria-label={`Select ${row.fypGroupName}`}
          checked={isSelected}
          onChange={(event) =>
            selection.toggle(number, (event.nativeEvent as MouseEvent).shiftKey === true)
          }
          {...getCellFocusProps({ row: number, column: 0 }, props)}
        />
      </div>
      {columns.map((column, index) => (
        <div
          key={column.name}
          {...getCellProps(row, column, index)}
          className={classes.cell}
          data-column={column.name}
          data-kind={column.kind}
          style={{ width: getColumnWidth(column, address.withMarks), cursor: 'pointer' }}
          onClick={() => address.show(row._id)}
          {...getCellFocusProps({ row: number, column: index + 1 }, props)}
        >
          <BoardCellContent row={row} column={column} />
        </div>
      ))}
    </div>
  );
});

const getCellProps = (row: BoardRow, column: BoardColumn, index: number) => ({
  role: column.name === 'group' ? 'rowheader' : 'gridcell',
  'aria-colindex': index + 2,
  'aria-label': formatBoardCellLabel(row, column),
  title:
    column.name === 'group'
      ? row.fypTitle
      : column.kind === 'text'
        ? undefined
        : `${column.title}: ${formatBoardCell(row, column)}`,
});
