import { Button, Group, Text } from '@mantine/core';
import { getConflictChoiceLabels } from '#client/marks/draft/conflict-values.ts';
import type { EditConflict } from '#contract/problem.ts';

type ConflictChoiceProps = {
  conflict: EditConflict;
  name: string;
  onDecide: (choice: 'mine' | 'theirs') => void;
};

export function ConflictChoice({ conflict, name, onDecide }: ConflictChoiceProps) {
  const { changedBy, marks, feedback, isOwn } = conflict;
  const labels = getConflictChoiceLabels(conflict);
  return (
    <Group gap="xs" mt="xs" role="group" aria-label={`Conflict for ${name}`}>
      <Text size="sm">
        {isOwn ? 'On another page you' : <bdi>{changedBy}</bdi>} saved {marks ?? 'no marks'}{' '}
        meanwhile
        {feedback && (
          <>
            : “<bdi>{feedback}</bdi>”
          </>
        )}
        .
      </Text>
      <Button size="compact-sm" variant="default" onClick={() => onDecide('mine')}>
        {labels.mine}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => onDecide('theirs')}>
        {labels.theirs}
      </Button>
    </Group>
  );
}
