import { Button, Popover, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { formatBoardState } from '#contract/rules/board-states.ts';
import { submissionStates } from '#contract/rules/submissions.ts';
import { type CellLook, CellState } from './cell-state.tsx';

const milestoneLooks: readonly (readonly [CellLook, string])[] = [
  ['unmarked', 'Not marked'],
  ['partly', 'Some members marked'],
  ['marked', 'Marked'],
];

/** Explains the icons of the board. */
export function BoardLegend() {
  const deadlineLooks = submissionStates.map((state) => [state, formatBoardState(state)] as const);
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          size="sm"
          leftSection={<IconInfoCircle size={18} aria-hidden />}
        >
          Legend
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Legend" fz="sm" tabIndex={-1}>
        <Stack gap="sm">
          <LegendList title="Deadlines" looks={deadlineLooks} />
          <Text size="sm">+1: a member who joined late still has files to submit</Text>
          <LegendList title="Milestones and certificates" looks={milestoneLooks} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

type LegendListProps = { title: string; looks: readonly (readonly [CellLook, string])[] };

const LegendList = ({ title, looks }: LegendListProps) => (
  <div>
    <Text size="sm" fw={600}>
      {title}
    </Text>
    <ul className="plain" aria-label={title}>
      {looks.map(([look, text]) => (
        <li key={look}>
          <CellState look={look} text={text} />
        </li>
      ))}
    </ul>
  </div>
);
