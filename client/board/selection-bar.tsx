import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { BoardDeadline, BoardRow } from '#contract/board.ts';
import { AssignDialog } from './assign-dialog.tsx';
import classes from './board.module.css';
import { ExtendDialog } from './extend-dialog.tsx';
import { RemindDialog } from './remind-dialog.tsx';
import type { Selection } from './use-selection.ts';

type SelectionBarProps = {
  selection: Selection;
  deadlines: readonly BoardDeadline[];
  isAdmin: boolean;
};

type Action = { kind: 'extend' | 'assign' | 'remind'; rows: readonly BoardRow[] };

/** What can be done to the groups selected. */
export function SelectionBar({ selection, deadlines, isAdmin }: SelectionBarProps) {
  // The rows as they were: what is done may take them out of what is shown, and the report stays.
  const [action, setAction] = useState<Action>();
  const { rows, count, clear } = selection;
  const open = (kind: Action['kind']) => () => setAction({ kind, rows });
  const props = action && { rows: action.rows, deadlines, onClose: () => setAction(undefined) };
  return (
    <>
      {count > 0 && (
        <Group className={classes.selection} gap="sm" role="region" aria-label="Selected groups">
          <Text fw={600} role="status" className="tabular">
            {count === 1 ? '1 group selected' : `${count} groups selected`}
          </Text>
          {isAdmin && (
            <Button variant="default" onClick={open('extend')}>
              Extend
            </Button>
          )}
          <Button variant="default" onClick={open('remind')}>
            Remind these
          </Button>
          {isAdmin && (
            <Button variant="default" onClick={open('assign')}>
              Assign supervisor
            </Button>
          )}
          <Button variant="subtle" onClick={clear}>
            Clear selection
          </Button>
        </Group>
      )}
      {props && action.kind === 'extend' && <ExtendDialog {...props} />}
      {props && action.kind === 'remind' && <RemindDialog {...props} />}
      {props && action.kind === 'assign' && <AssignDialog {...props} />}
    </>
  );
}
