import { Group, Stack, Text } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { useCohort } from '#client/api/cohorts/cohorts.ts';
import { useDownload } from '#client/api/files/use-download.ts';
import { formatSearchCount } from '#client/ui/list/format-search-count.ts';
import { NothingFound } from '#client/ui/list/nothing-found.tsx';
import { PageLinks } from '#client/ui/list/page-links.tsx';
import { ExportMenu } from '#client/ui/list/save-menu.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingTable } from '#client/ui/state/loading.tsx';
import { type BoardRow, exportBoard, type findBoard, maxBoardRows } from '#contract/board.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
import { filterBoardRows } from '#contract/rules/board-cells.ts';
import { BoardFilters, BoardViewSwitches } from './board-filters.tsx';
import { BoardGrid } from './board-grid.tsx';
import { type BoardColumn, buildBoardColumns, sortBoardRows } from './columns.ts';
import { SelectionBar } from './dialogs/selection-bar.tsx';
import { SavedViews } from './saved-views.tsx';
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
  const { isAdmin, isStale, isLarge, cohort, groups, total } = rest;
  const { filter, sort, isDescending, isGrouped, hidden, withMarks } = address;
  const all = buildBoardColumns(deadlines, milestones);
  const columns = all.filter(({ name }) => name === 'group' || !hidden.has(name));
  const ids = deadlines.map(({ _id }) => _id);
  const matched = isLarge ? rows : filterBoardRows(rows, ids, filter);
  const shown = sortBoardRows(
    address.unknown.length > 0 ? [] : matched,
    all.find(({ name }) => name === sort),
    isDescending,
    isGrouped,
  );
  const selection = useSelection(shown);
  if (groups === 0) return <NoGroups isAdmin={isAdmin} />;
  const resultText = formatSearchCount(
    isLarge && address.unknown.length === 0 ? total : shown.length,
    'group',
    address.q,
  );
  return (
    <Stack gap="md" className="wide">
      <BoardFilters
        address={address}
        rows={rows}
        deadlines={deadlines}
        hasAllRows={!isLarge}
        resultText={resultText}
      />
      <Group justify="space-between" gap="sm">
        <BoardViewSwitches address={address} columns={all} />
        <Group gap="sm">
          <SavedViews address={address} />
          {shown.length > 0 && (
            <BoardExportMenu
              rows={selection.count > 0 ? selection.rows : shown}
              columns={columns}
              cohort={cohort}
              marks={withMarks}
            />
          )}
        </Group>
      </Group>
      {shown.length === 0 ? (
        <NothingFound title="No group matches" all="groups" onShowAll={address.showAll}>
          The search covers names, titles, members and supervisors.
        </NothingFound>
      ) : (
        <BoardGrid
          rows={shown}
          columns={columns}
          address={address}
          selection={selection}
          isStale={isStale}
        />
      )}
      {isLarge && address.unknown.length === 0 && (
        <BoardPages address={address} read={{ data: { total }, isStale }} />
      )}
      <SelectionBar selection={selection} deadlines={deadlines} isAdmin={isAdmin} />
    </Stack>
  );
}

const NoGroups = ({ isAdmin }: { isAdmin: boolean }) => (
  <EmptyState title="No groups yet" drawing="people">
    {isAdmin
      ? 'All groups of the session are shown here once a proposal or an import has created them.'
      : 'The groups that you supervise or examine are shown here once they are assigned to you.'}
  </EmptyState>
);

type SaveBoardProps = {
  rows: readonly BoardRow[];
  columns: readonly BoardColumn[];
  cohort: string;
  marks: boolean;
};

function BoardExportMenu({ rows, columns, cohort, marks }: SaveBoardProps) {
  const { download, progress } = useDownload({ failure: 'Failed to save the board' });
  const save = (format: 'csv' | 'xlsx') => {
    const body = {
      cohort,
      groupIds: rows.map(({ _id }) => _id),
      columns: columns.filter(({ kind }) => kind !== 'text').map(({ name }) => name),
      marks,
      format,
    };
    download(exportBoard, { body });
  };
  return <ExportMenu bytes={progress.bytes} onCancel={progress.onCancel} onSave={save} />;
}

type BoardPagesProps = Pick<ComponentProps<typeof PageLinks>, 'address' | 'read'>;

const BoardPages = (props: BoardPagesProps) => (
  <>
    <PageLinks label="Pages of the board" {...props} limit={maxBoardRows} />
    <Text size="sm" c="dimmed">
      Sorting, selection and export apply to the groups on this page.
    </Text>
  </>
);
