import { Button, Checkbox, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { useClosedCohort } from '#client/layout/open-cohort-fields.tsx';
import type { BoardDeadline, BoardRow } from '#contract/board.ts';
import { BoardCard } from './board-card.tsx';
import type { BoardColumn } from './columns.ts';
import { RemindDialog } from './dialogs/remind-dialog.tsx';
import { isDeadlineColumn } from './late-deadlines.ts';
import type { BoardUrlState } from './use-board-address.ts';
import type { RowSelection } from './use-selection.ts';

type BoardCardsProps = {
  rows: readonly BoardRow[];
  columns: readonly BoardColumn[];
  deadlines: readonly BoardDeadline[];
  address: BoardUrlState;
  selection: RowSelection;
  isStale: boolean;
};

/** Number of cards that are rendered at a time. */
const step = 100;

type Reminder = { row: BoardRow; deadlineId: string };

/** The board in a window that is too narrow for its columns: a card for each group. */
export function BoardCards(props: BoardCardsProps) {
  const { rows, columns, deadlines, address, selection, isStale } = props;
  const [count, setCount] = useState(step);
  const [reminder, setReminder] = useState<Reminder>();
  const isClosed = useClosedCohort() !== undefined;
  const deadlineColumns = columns.filter(isDeadlineColumn);
  const shown = rows.slice(0, count).map((row, number) => ({ row, number }));
  const sections = address.isGrouped
    ? Map.groupBy(shown, ({ row }) => row.supervisor)
    : new Map([['', shown]]);
  return (
    <Stack gap="md" opacity={isStale ? 0.6 : undefined} aria-busy={isStale}>
      <Checkbox
        label="Select all groups"
        checked={selection.isAll}
        indeterminate={selection.count > 0 && !selection.isAll}
        onChange={() => (selection.isAll ? selection.clear() : selection.selectAll())}
      />
      {[...sections].map(([supervisor, cards]) => (
        <Stack key={supervisor} gap="sm">
          {supervisor && (
            <Title order={2} size="h5">
              {supervisor}
            </Title>
          )}
          <Stack
            component="ul"
            gap="sm"
            className="plain"
            aria-label={supervisor ? `Groups of ${supervisor}` : 'Groups'}
            data-rows
          >
            {cards.map(({ row, number }) => (
              <BoardCard
                key={row._id}
                row={row}
                columns={deadlineColumns}
                isSelected={selection.has(row._id)}
                onSelect={() => selection.toggle(number, false)}
                onOpen={() => address.show(row._id)}
                onRemind={isClosed ? undefined : (deadlineId) => setReminder({ row, deadlineId })}
              />
            ))}
          </Stack>
        </Stack>
      ))}
      {rows.length > count && (
        <Button variant="default" onClick={() => setCount(count + step)}>
          Show more groups
        </Button>
      )}
      {reminder && (
        <RemindDialog
          rows={[reminder.row]}
          deadlines={deadlines}
          deadlineId={reminder.deadlineId}
          onClose={() => setReminder(undefined)}
        />
      )}
    </Stack>
  );
}
