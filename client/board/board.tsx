import { Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ComponentProps, ReactNode } from 'react';
import { useCohort } from '#client/api/cohorts/cohorts.ts';
import { getServerTime } from '#client/api/connection/server-clock.ts';
import { useModules } from '#client/api/portal.ts';
import { formatSearchCount } from '#client/ui/list/format-search-count.ts';
import { NothingFound } from '#client/ui/list/nothing-found.tsx';
import { PageLinks } from '#client/ui/list/page-links.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingTable } from '#client/ui/state/loading.tsx';
import { type BoardRow, type findBoard, maxBoardRows } from '#contract/board.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
import { filterBoardRows } from '#contract/rules/board-cells.ts';
import { BoardCards } from './board-cards.tsx';
import { BoardFilters } from './board-filters.tsx';
import { BoardGrid } from './board-grid.tsx';
import { BoardMenu } from './board-menu.tsx';
import { buildBoardColumns, findSortColumn, sortBoardRows } from './columns.ts';
import { SelectionBar } from './dialogs/selection-bar.tsx';
import { isDeadlineColumn, sortByWorstState } from './late-deadlines.ts';
import { StateChips } from './state-chips.tsx';
import { useBoard } from './use-board.ts';
import { type BoardUrlState, useBoardUrlState } from './use-board-address.ts';
import { useSelection } from './use-selection.ts';

type BoardProps = {
  isAdmin: boolean;
  groupBeside: (row: BoardRow | undefined, onClose: () => void) => ReactNode;
};

export function Board({ isAdmin, groupBeside }: BoardProps) {
  const address = useBoardUrlState();
  const { code } = useCohort();
  const { open, show } = address;
  const { read, isLarge } = useBoard(address, code);
  return (
    <>
      <Loaded
        read={read}
        loading={<LoadingTable rows={10} columns={6} label="Loading the board…" />}
      >
        {(data) => (
          <BoardContent
            {...data}
            address={address}
            isAdmin={isAdmin}
            isStale={read.isStale}
            isLarge={isLarge}
          />
        )}
      </Loaded>
      {groupBeside(
        read.data?.rows.find(({ _id }) => _id === open),
        () => show(undefined),
      )}
    </>
  );
}

type BoardContentProps = EndpointReply<typeof findBoard> & {
  address: BoardUrlState;
  isAdmin: boolean;
  isStale: boolean;
  isLarge: boolean;
};

function BoardContent({ rows, deadlines, milestones, address, ...rest }: BoardContentProps) {
  const { isAdmin, isStale, isLarge, cohort, groups, total, hasMeetings } = rest;
  const { filter, sort, isDescending, isGrouped } = address;
  const all = buildBoardColumns({ deadlines, milestones, hasMeetings }, useModules());
  const matched = isLarge ? rows : filterBoardRows(rows, deadlines, filter, getServerTime());
  const sorted = sortBoardRows(
    address.unknown.length > 0 ? [] : matched,
    findSortColumn(all, sort),
    isDescending,
    isGrouped,
  );
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const isTable = !isNarrow || address.isTable;
  const hasOrder = address.isSorted || isGrouped;
  const shown =
    isTable || hasOrder ? sorted : sortByWorstState(sorted, all.filter(isDeadlineColumn));
  const selection = useSelection(shown);
  if (groups === 0) return <NoGroups isAdmin={isAdmin} />;
  const resultText = formatSearchCount(
    isLarge && address.unknown.length === 0 ? total : shown.length,
    'group',
    address.q,
  );
  return (
    <Stack gap="sm" className="wide">
      <BoardFilters
        address={address}
        rows={rows}
        deadlines={deadlines}
        hasAllRows={!isLarge}
        hasMeetings={hasMeetings}
        resultText={resultText}
        actions={
          <BoardMenu
            address={address}
            columns={all}
            rows={selection.count > 0 ? selection.rows : shown}
            cohort={cohort}
            isNarrow={isNarrow}
          />
        }
      />
      <StateChips address={address} cohort={cohort} />
      {shown.length === 0 ? (
        <NothingFound title="No matching groups" all="groups" onShowAll={address.showAll}>
          Search by group name, title, member or supervisor.
        </NothingFound>
      ) : (
        <BoardRows
          isTable={isTable}
          rows={shown}
          columns={all}
          deadlines={deadlines}
          address={address}
          selection={selection}
          isStale={isStale}
        />
      )}
      {isLarge && address.unknown.length === 0 && (
        <BoardPages address={address} read={{ data: { total }, isStale }} />
      )}
      <SelectionBar
        selection={selection}
        deadlines={deadlines}
        deadlineId={filter.deadline}
        isAdmin={isAdmin}
      />
    </Stack>
  );
}

type BoardRowsProps = ComponentProps<typeof BoardCards> & { isTable: boolean };

function BoardRows({ isTable, deadlines, ...props }: BoardRowsProps) {
  if (!isTable) return <BoardCards {...props} deadlines={deadlines} />;
  const { hidden } = props.address;
  const columns = props.columns.filter(({ name }) => name === 'group' || !hidden.has(name));
  return <BoardGrid {...props} columns={columns} />;
}

const NoGroups = ({ isAdmin }: { isAdmin: boolean }) => (
  <EmptyState title="No groups yet" drawing="people">
    {isAdmin
      ? 'Groups appear here once they’re created by a proposal or an import.'
      : 'Groups appear here once you’re assigned as their supervisor or external examiner.'}
  </EmptyState>
);

type BoardPagesProps = Pick<ComponentProps<typeof PageLinks>, 'address' | 'read'>;

const BoardPages = (props: BoardPagesProps) => (
  <>
    <PageLinks label="Pages of the board" {...props} limit={maxBoardRows} />
    <Text size="sm" c="dimmed">
      Sorting, selection and export apply to the groups on this page.
    </Text>
  </>
);
