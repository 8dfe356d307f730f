import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useDownload } from '#client/api/files/use-download.ts';
import classes from '#client/board/board.module.css';
import type { RowSelection } from '#client/board/use-selection.ts';
import { useClosedCohort } from '#client/layout/open-cohort-fields.tsx';
import { StickyBar } from '#client/ui/sticky-bar.tsx';
import type { BoardDeadline, BoardRow } from '#contract/board.ts';
import { exportResultSheets } from '#contract/exports/results.ts';
import { AssignSupervisorDialog } from './assign-dialog.tsx';
import { DownloadDialog } from './download-dialog.tsx';
import { ExtendDeadlineDialog } from './extend-dialog.tsx';
import { RemindDialog } from './remind-dialog.tsx';

type SelectionBarProps = {
  selection: RowSelection;
  deadlines: readonly BoardDeadline[];
  /** Id of the deadline by which the board is filtered. */
  deadlineId: string | undefined;
  isAdmin: boolean;
};

type Action = { kind: 'extend' | 'assign' | 'remind' | 'download'; rows: readonly BoardRow[] };

export function SelectionBar({ selection, deadlines, deadlineId, isAdmin }: SelectionBarProps) {
  // Keep the selected rows in state, because an action may remove them from the board while its dialog is open.
  const [action, setAction] = useState<Action>();
  const { rows, count, clear } = selection;
  // The page shows above the board that the cohort is closed.
  const isClosed = useClosedCohort() !== undefined;
  const open = (kind: Action['kind']) => () => setAction({ kind, rows });
  const props = action && {
    rows: action.rows,
    deadlines,
    deadlineId,
    onClose: () => setAction(undefined),
  };
  return (
    <>
      {count > 0 && (
        <StickyBar
          gap="sm"
          className={classes.selection}
          role="region"
          aria-label="Selected groups"
        >
          <Text fw={600} role="status">
            {count === 1 ? '1 group selected' : `${count} groups selected`}
          </Text>
          {isAdmin && (
            <Button variant="default" disabled={isClosed} onClick={open('extend')}>
              Extend
            </Button>
          )}
          <Button variant="default" disabled={isClosed} onClick={open('remind')}>
            Remind groups
          </Button>
          {isAdmin && (
            <Button variant="default" disabled={isClosed} onClick={open('assign')}>
              Assign supervisor
            </Button>
          )}
          <Button variant="default" onClick={open('download')}>
            Download files
          </Button>
          <PrintResultSheetsButton rows={rows} />
          <Button variant="subtle" onClick={clear}>
            Clear selection
          </Button>
        </StickyBar>
      )}
      {props && action.kind === 'extend' && <ExtendDeadlineDialog {...props} />}
      {props && action.kind === 'remind' && <RemindDialog {...props} />}
      {props && action.kind === 'assign' && <AssignSupervisorDialog {...props} />}
      {props && action.kind === 'download' && <DownloadDialog {...props} />}
    </>
  );
}

/** During a download, the same button cancels the download, so that the focus is not lost. */
function PrintResultSheetsButton({ rows }: Pick<RowSelection, 'rows'>) {
  const { download, progress } = useDownload({ failure: 'Couldn’t download the result sheets' });
  const isRunning = progress.bytes !== undefined;
  const groupIds = rows.map(({ _id }) => _id);
  return (
    <Button
      variant="default"
      onClick={
        isRunning ? progress.onCancel : () => download(exportResultSheets, { body: { groupIds } })
      }
    >
      {isRunning ? 'Cancel printing' : 'Print result sheets'}
    </Button>
  );
}
