import { Button, Group } from '@mantine/core';
import { useRead } from '#client/api/use-read.ts';
import { countBoard } from '#contract/board.ts';
import { countedStates, formatBoardState } from '#contract/rules/board-states.ts';
import { BoardLegend } from './legend.tsx';
import type { BoardUrlState } from './use-board-address.ts';

type StateChipsProps = { address: BoardUrlState; cohort: string };

/** The states to act on, each with its number of groups. A chip sets the filter by state or clears it. */
export function StateChips({ address, cohort }: StateChipsProps) {
  const { state: chosen, ...filter } = address.filter;
  const { data } = useRead(
    countBoard,
    { query: { ...filter, cohort } },
    { failure: 'Couldn’t count the groups', keepsPrevious: true, staleTime: 0 },
  );
  return (
    // One line that scrolls on phones: the counts arrive later, and wrapping chips would move the groups.
    <Group
      gap="xs"
      wrap="nowrap"
      p={4}
      m={-4}
      flex="none"
      style={{ overflowX: 'auto' }}
      role="group"
      aria-label="Groups by state"
    >
      {countedStates.map((state) => (
        <Button
          key={state}
          size="xs"
          radius="xl"
          mih={{ base: 44, sm: 30 }}
          flex="none"
          variant={chosen === state ? 'filled' : 'default'}
          aria-pressed={chosen === state}
          onClick={() => address.narrow('state', chosen === state ? null : state)}
        >
          {formatBoardState(state)}
          {data && ` ${data.counts[state]}`}
        </Button>
      ))}
      <BoardLegend />
    </Group>
  );
}
