// biome-ignore-all lint/a11y/useSemanticElements: rows are virtualised, which table elements do not support
// biome-ignore-all lint/a11y/useFocusableInteractive: cells and their controls take the focus, rows do not
import { ActionIcon, Checkbox, Group, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconDots } from '@tabler/icons-react';
import { memo } from 'react';
import classes from './board.module.css';
import { type BoardColumn, getColumnWidth } from './columns.ts';
import type { BoardUrlState } from './use-board-address.ts';
import { getCellFocusProps, type RowFocusProps } from './use-grid.ts';
import type { RowSelection } from './use-selection.ts';

type GridHeadProps = RowFocusProps & {
  columns: readonly BoardColumn[];
  address: BoardUrlState;
  selection: RowSelection;
};

/** Header row. Column titles sort the rows, and a milestone's menu opens the marking sheet for all groups. */
export const GridHead = memo(function GridHead(props: GridHeadProps) {
  const { columns, address, selection } = props;
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} className={classes.row}>
        <div
          role="columnheader"
          aria-colindex={1}
          className={classes.cell}
          data-column="select"
          style={{ width: '2.5rem' }}
        >
          <Checkbox
            size="xs"
            aria-label="Select all shown"
            checked={selection.isAll}
            indeterminate={selection.count > 0 && !selection.isAll}
            onChange={() => (selection.isAll ? selection.clear() : selection.selectAll())}
            {...getCellFocusProps({ row: -1, column: 0 }, props)}
          />
        </div>
        {columns.map((column, index) => (
          <ColumnHead
            key={column.name}
            column={column}
            index={index}
            address={address}
            focus={getCellFocusProps({ row: -1, column: index + 1 }, props)}
          />
        ))}
      </div>
    </div>
  );
});

type ColumnHeadProps = {
  column: BoardColumn;
  index: number;
  address: BoardUrlState;
  focus: ReturnType<typeof getCellFocusProps>;
};

function ColumnHead({ column, index, address, focus }: ColumnHeadProps) {
  const { sort, isDescending } = address;
  const isSorted = sort === column.name;
  const direction = isDescending ? 'descending' : 'ascending';
  const Icon = isDescending ? IconArrowDown : IconArrowUp;
  return (
    <div
      role="columnheader"
      aria-colindex={index + 2}
      aria-sort={isSorted ? direction : 'none'}
      className={classes.cell}
      data-column={column.name}
      style={{ width: getColumnWidth(column, address.withMarks) }}
    >
      <Group
        component={UnstyledButton}
        gap="0.25rem"
        wrap="nowrap"
        flex={1}
        miw={0}
        fz="sm"
        fw={600}
        lh={1.2}
        ta="left"
        className={classes.sort}
        title={column.title}
        onClick={() => address.sortBy(column.name)}
        {...focus}
      >
        <Text span inherit lineClamp={3}>
          {column.title}
        </Text>
        {isSorted && <Icon size={14} aria-hidden />}
      </Group>
      {column.kind === 'milestone' && (
        <Menu>
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              tabIndex={focus.tabIndex}
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
}
