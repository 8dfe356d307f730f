// biome-ignore-all lint/a11y/useSemanticElements: rows are virtualised, which table elements do not support
// biome-ignore-all lint/a11y/useFocusableInteractive: cells and their controls take the focus, rows do not
import { ActionIcon, Checkbox, Menu, Tooltip, UnstyledButton } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconCalendarEvent,
  IconCertificate,
  IconChecklist,
  IconDots,
  IconFileText,
  IconUsersGroup,
} from '@tabler/icons-react';
import { memo } from 'react';
import { useNavigate } from 'react-router';
import { useCohort } from '#client/api/cohorts/cohorts.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { useSession } from '#client/api/session/session.ts';
import { links } from '#contract/links.ts';
import { formatDate } from '#contract/values/time.ts';
import classes from './board.module.css';
import { type BoardColumn, getColumnWidth, groupTexts } from './columns.ts';
import type { BoardUrlState } from './use-board-address.ts';
import { getCellFocusProps, type RowFocusProps } from './use-grid.ts';
import type { RowSelection } from './use-selection.ts';

type GridHeadProps = RowFocusProps & {
  columns: readonly BoardColumn[];
  address: BoardUrlState;
  selection: RowSelection;
};

/** Header row. Column titles sort the rows, and the menu of a milestone opens the marking sheet for all groups. */
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

/** Returns the actions of the column's menu: sorting by other texts, marking the milestone, or moving the deadline. */
function useActions(column: BoardColumn, { sortBy, mark }: BoardUrlState) {
  const navigate = useNavigate();
  const { code } = useCohort();
  const isAdmin = useSession()?.role === 'admin';
  if (column.kind === 'deadline' && isAdmin) {
    const to = links.deadlineSetting(column.deadline._id, code);
    return [{ label: 'Change the due date', run: () => void navigate(to) }];
  }
  if (column.kind === 'milestone')
    return [{ label: 'Mark this milestone', run: () => mark(column.milestone.key) }];
  if (column.name !== 'group') return [];
  return groupTexts.map(({ name, title }) => ({
    label: `Sort by ${title.toLowerCase()}`,
    run: () => sortBy(name),
  }));
}

function getSortOf({ name }: BoardColumn, { sort, isDescending }: BoardUrlState) {
  if (sort === name) return isDescending ? 'descending' : 'ascending';
  return name === 'group' && groupTexts.some((text) => text.name === sort) ? 'other' : 'none';
}

function ColumnHead({ column, index, address, focus }: ColumnHeadProps) {
  const actions = useActions(column, address);
  return (
    <div
      role="columnheader"
      aria-colindex={index + 2}
      aria-label={column.title}
      aria-sort={getSortOf(column, address)}
      className={classes.cell}
      data-column={column.name}
      data-kind={column.kind}
      style={{ width: getColumnWidth(column, address.withMarks) }}
    >
      <SortButton column={column} address={address} focus={focus} />
      {actions.length > 0 && (
        <Menu>
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              className={classes.actions}
              tabIndex={focus.tabIndex}
              aria-label={`Actions for ${column.title}`}
            >
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {actions.map(({ label, run }) => (
              <Menu.Item key={label} onClick={run}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}

function SortButton({ column, address, focus }: Omit<ColumnHeadProps, 'index'>) {
  const zone = useTimeZone();
  const { icon: Icon, text, label } = getHead(column, zone);
  const isSorted = address.sort === column.name;
  const Arrow = address.isDescending ? IconArrowDown : IconArrowUp;
  return (
    <Tooltip label={label} disabled={!Icon}>
      <UnstyledButton
        flex={1}
        miw={0}
        fw={600}
        className={classes.sort}
        aria-label={label}
        onClick={() => address.sortBy(column.name)}
        {...focus}
      >
        <span className={classes.icons}>
          {Icon && <Icon size={18} aria-hidden />}
          {isSorted && <Arrow size={14} aria-hidden />}
        </span>
        <span className={classes.text}>{text}</span>
      </UnstyledButton>
    </Tooltip>
  );
}

/** Example: "30 Nov". */
function formatShortDate(instant: string, zone: string): string {
  const [day, month] = formatDate(instant, zone).split(' ');
  return `${day} ${month?.slice(0, 3)}`;
}

/** A narrow column has an icon, and its date or a short text. Its title is the tooltip and the accessible name. */
function getHead(column: BoardColumn, zone: string) {
  const { title } = column;
  if (column.kind === 'deadline') {
    const { due, documents } = column.deadline;
    const text = formatShortDate(due, zone);
    const icon = documents.length > 0 ? IconFileText : IconCalendarEvent;
    return { icon, text, label: `${title}, ${text}` };
  }
  if (column.kind === 'text') return { icon: undefined, text: title, label: title };
  return { icon: headIcons[column.kind], text: title, label: title };
}

const headIcons = {
  milestone: IconChecklist,
  certificates: IconCertificate,
  meetings: IconUsersGroup,
};
