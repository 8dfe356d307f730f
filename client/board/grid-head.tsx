// biome-ignore-all lint/a11y/useSemanticElements: rows are drawn in part, which table elements cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: what a cell holds takes the focus, and a row never
import { ActionIcon, Checkbox, Menu, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconDots } from '@tabler/icons-react';
import classes from './board.module.css';
import type { Column } from './columns.ts';
import type { BoardAddress } from './use-board-address.ts';
import type { Grid } from './use-grid.ts';
import type { Selection } from './use-selection.ts';

type GridHeadProps = {
  columns: readonly Column[];
  address: BoardAddress;
  selection: Selection;
  grid: Grid;
};

/** The titles, which sort, and of a milestone the menu to mark it for all groups. */
export function GridHead({ columns, address, selection, grid }: GridHeadProps) {
  const { sort, isDescending } = address;
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} className={classes.row}>
        <div role="columnheader" aria-colindex={1} className={classes.cell} data-column="select">
          <Checkbox
            size="xs"
            aria-label="Select all shown"
            checked={selection.isAll}
            indeterminate={selection.count > 0 && !selection.isAll}
            onChange={() => (selection.isAll ? selection.clear() : selection.selectAll())}
            {...grid.at({ row: -1, column: 0 })}
          />
        </div>
        {columns.map((column, index) => {
          const isSorted = sort === column.name;
          const direction = isDescending ? 'descending' : 'ascending';
          const Icon = isDescending ? IconArrowDown : IconArrowUp;
          const at = grid.at({ row: -1, column: index + 1 });
          return (
            <div
              key={column.name}
              role="columnheader"
              aria-colindex={index + 2}
              aria-sort={isSorted ? direction : 'none'}
              className={classes.cell}
              data-column={column.name}
              data-with-marks={(column.kind === 'milestone' && address.withMarks) || undefined}
            >
              <UnstyledButton
                className={classes.sort}
                title={column.title}
                onClick={() => address.sortBy(column.name)}
                {...at}
              >
                <span>{column.title}</span>
                {isSorted && <Icon size={14} aria-hidden />}
              </UnstyledButton>
              {column.kind === 'milestone' && (
                <Menu>
                  <Menu.Target>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size="sm"
                      tabIndex={at.tabIndex}
                      aria-label={`Actions for ${column.title}`}
                    >
                      <IconDots size={16} aria-hidden />
                    </ActionIcon>
                  </Menu.Target>
                  <Menu.Dropdown>
                    <Menu.Item onClick={() => address.mark(column.milestone.key)}>
                      Mark this milestone
                    </Menu.Item>
                  </Menu.Dropdown>
                </Menu>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
