import { Anchor, Button, Checkbox, Group, Paper, Stack, Text } from '@mantine/core';
import type { BoardRow } from '#contract/board.ts';
import classes from './board.module.css';
import { BoardCellContent } from './cell-state.tsx';
import {
  type DeadlineColumn,
  findDeadlineToRemind,
  findOpenDeadline,
  listLateDeadlines,
} from './late-deadlines.ts';

type BoardCardProps = {
  row: BoardRow;
  columns: readonly DeadlineColumn[];
  isSelected: boolean;
  onSelect: () => void;
  onOpen: () => void;
  /** Opens the dialog that reminds the group of a deadline. Undefined if the cohort is closed. */
  onRemind: ((deadlineId: string) => void) | undefined;
};

const maxLines = 2;

/** A group with what is late and the most urgent action. */
export function BoardCard(props: BoardCardProps) {
  const { row, columns, isSelected, onSelect, onOpen, onRemind } = props;
  const { fypGroupName: name, fypTitle } = row;
  const missed = findDeadlineToRemind(row, columns);
  return (
    <Paper component="li" p="sm" className={classes.card}>
      <Group gap="sm" wrap="nowrap" align="flex-start" justify="space-between">
        <Stack gap={2} miw={0}>
          <Anchor component="button" ta="left" fw={600} className="breakable" onClick={onOpen}>
            {name}
          </Anchor>
          <Text size="sm" lineClamp={2} className="breakable">
            {fypTitle}
          </Text>
        </Stack>
        <Checkbox aria-label={`Select ${name}`} checked={isSelected} onChange={onSelect} />
      </Group>
      <Group gap="sm" wrap="nowrap" align="flex-end" justify="space-between">
        <Deadlines row={row} columns={columns} />
        {missed && onRemind ? (
          <Button
            size="compact-md"
            flex="none"
            aria-label={`Remind ${name}`}
            onClick={() => onRemind(missed.deadline._id)}
          >
            Remind
          </Button>
        ) : (
          <Button
            size="compact-md"
            flex="none"
            variant="default"
            aria-label={`Open ${name}`}
            onClick={onOpen}
          >
            Open
          </Button>
        )}
      </Group>
    </Paper>
  );
}

/** The late deadlines, otherwise the one that is open. */
function Deadlines({ row, columns }: Pick<BoardCardProps, 'row' | 'columns'>) {
  const late = listLateDeadlines(row, columns);
  const open = findOpenDeadline(row, columns);
  const shown = late.length > 0 ? late.slice(0, maxLines) : open ? [open] : [];
  const rest = late.length - maxLines;
  if (shown.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nothing is due soon
      </Text>
    );
  }
  return (
    <Stack gap="xs" miw={0} fz="sm">
      {shown.map((column) => (
        <div key={column.name}>
          <BoardCellContent row={row} column={column} />
          <Text size="sm" c="dimmed" className="breakable">
            {column.title}
          </Text>
        </div>
      ))}
      {rest > 0 && (
        <Text size="sm" c="dimmed">
          and {rest} more
        </Text>
      )}
    </Stack>
  );
}
