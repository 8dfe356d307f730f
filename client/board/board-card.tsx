import { Anchor, Button, Checkbox, Group, Paper, Stack, Text } from '@mantine/core';
import type { BoardRow } from '#contract/board.ts';
import classes from './board.module.css';
import { CellState, formatBoardCell } from './cell-state.tsx';
import { type DeadlineColumn, findWorstDeadline } from './late-deadlines.ts';

type BoardCardProps = {
  row: BoardRow;
  columns: readonly DeadlineColumn[];
  isSelected: boolean;
  onSelect: () => void;
  onOpen: () => void;
  /** Opens the dialog that reminds the group of a deadline. Undefined if the cohort is closed. */
  onRemind: ((deadlineId: string) => void) | undefined;
};

/** A group with its worst state and the most urgent action. */
export function BoardCard(props: BoardCardProps) {
  const { row, columns, isSelected, onSelect, onOpen, onRemind } = props;
  const { fypGroupName: name, fypTitle } = row;
  const worst = findWorstDeadline(row, columns);
  return (
    <Paper component="li" p="sm" className={classes.card}>
      <Group gap="sm" wrap="nowrap" align="flex-start" justify="space-between">
        <Stack gap={2} miw={0}>
          <Anchor
            component="button"
            ta="left"
            fw={600}
            className="breakable"
            translate="no"
            onClick={onOpen}
          >
            {name}
          </Anchor>
          <Text size="sm" lineClamp={2} className="breakable">
            {fypTitle}
          </Text>
        </Stack>
        <Checkbox aria-label={`Select ${name}`} checked={isSelected} onChange={onSelect} />
      </Group>
      <Group gap="sm" wrap="nowrap" align="flex-end" justify="space-between">
        <WorstState row={row} worst={worst} />
        {worst?.state === 'missed' && onRemind ? (
          <Button
            size="compact-md"
            flex="none"
            aria-label={`Remind ${name}`}
            onClick={() => onRemind(worst.column.deadline._id)}
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

type WorstStateProps = Pick<BoardCardProps, 'row'> & {
  worst: ReturnType<typeof findWorstDeadline>;
};

function WorstState({ row, worst }: WorstStateProps) {
  if (!worst) {
    return (
      <Text size="sm" c="dimmed">
        Nothing is due soon
      </Text>
    );
  }
  return (
    <Stack gap={2} miw={0} fz="sm">
      <CellState look={worst.state} text={formatBoardCell(row, worst.column)} />
      <Text size="sm" c="dimmed" className="breakable">
        {worst.column.title}
      </Text>
    </Stack>
  );
}
