import { Menu } from '@mantine/core';
import { useState } from 'react';
import { useDownload } from '#client/api/files/use-download.ts';
import { useRead } from '#client/api/use-read.ts';
import { MoreMenu } from '#client/ui/list/more-menu.tsx';
import { type BoardRow, exportBoard, listViews } from '#contract/board.ts';
import type { BoardColumn } from './columns.ts';
import { ColumnsDialog } from './columns-dialog.tsx';
import { SavedViewsDialog } from './saved-views.tsx';
import type { BoardUrlState } from './use-board-address.ts';

type BoardMenuProps = {
  address: BoardUrlState;
  /** All columns, also those that are hidden. */
  columns: readonly BoardColumn[];
  rows: readonly BoardRow[];
  cohort: string;
  /** True if the window is so narrow that the groups are shown as cards by default. */
  isNarrow: boolean;
};

/** The less frequent actions of the board. */
export function BoardMenu({ address, columns, rows, cohort, isNarrow }: BoardMenuProps) {
  const { data, error, retry } = useRead(listViews, {}, { failure: 'Couldn’t load your views' });
  const [dialog, setDialog] = useState<'columns' | 'views'>();
  const views = data?.views ?? [];
  return (
    <>
      <MoreMenu download={useBoardDownload({ address, columns, rows, cohort })}>
        <Menu.CheckboxItem
          closeMenuOnClick
          checked={address.withMarks}
          onChange={address.showMarks}
        >
          Show marks
        </Menu.CheckboxItem>
        <Menu.CheckboxItem
          closeMenuOnClick
          checked={address.isGrouped}
          onChange={address.groupBySupervisor}
        >
          Group by supervisor
        </Menu.CheckboxItem>
        {isNarrow && (
          <Menu.CheckboxItem
            closeMenuOnClick
            checked={address.isTable}
            onChange={address.showAsTable}
          >
            Show as table
          </Menu.CheckboxItem>
        )}
        <Menu.Item onClick={() => setDialog('columns')}>Columns…</Menu.Item>
        <Menu.Divider />
        <Menu.Label>Saved views</Menu.Label>
        {error !== undefined && (
          <Menu.Item closeMenuOnClick={false} onClick={retry}>
            {error}. Try again
          </Menu.Item>
        )}
        {views.map(({ _id, name, search }) => (
          <Menu.Item key={_id} onClick={() => address.showView(search)}>
            {name}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => setDialog('views')}>Save or delete views…</Menu.Item>
      </MoreMenu>
      <ColumnsDialog
        opened={dialog === 'columns'}
        onClose={() => setDialog(undefined)}
        address={address}
        columns={columns}
      />
      <SavedViewsDialog
        opened={dialog === 'views'}
        onClose={() => setDialog(undefined)}
        search={address.view}
        views={views}
      />
    </>
  );
}

function useBoardDownload(board: Omit<BoardMenuProps, 'isNarrow'>) {
  const { address, columns, rows, cohort } = board;
  const { download, progress } = useDownload({ failure: 'Couldn’t export the board' });
  const onSave = (format: 'csv' | 'xlsx') => {
    const shown = columns.filter(({ name, kind }) => kind !== 'text' && !address.hidden.has(name));
    const body = {
      cohort,
      groupIds: rows.map(({ _id }) => _id),
      columns: shown.map(({ name }) => name),
      marks: address.withMarks,
      format,
    };
    download(exportBoard, { body });
  };
  return { ...progress, onSave, isDisabled: rows.length === 0 };
}
