import { Button, Group, Stack, Text } from '@mantine/core';
import { getServerTime } from '#client/api/connection/server-clock.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { useAction } from '#client/api/use-action.ts';
import { BidiSentence } from '#client/ui/sentence.tsx';
import { type RecentPeopleChange, undoPeopleChange } from '#contract/people.ts';
import { formatRelativeTime } from '#contract/rules/relative-time.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { peopleEndpoints } from './people-endpoints.ts';

/** Lists the changes of the last day, each with a button that undoes it and the time until which that is possible. */
export function RecentPeopleChanges({ changes }: { changes: readonly RecentPeopleChange[] }) {
  const undo = useAction(undoPeopleChange, {
    failure: 'Couldn’t undo the change',
    invalidates: peopleEndpoints,
  });
  return (
    <ul className="plain ruled">
      {changes.map((change) => (
        <Change
          key={change._id}
          change={change}
          isBusy={undo.input?.params.changeId === change._id}
          onUndo={() => !undo.isRunning && undo.run({ params: { changeId: change._id } })}
        />
      ))}
    </ul>
  );
}

type ChangeProps = { change: RecentPeopleChange; isBusy: boolean; onUndo: () => void };

function Change({ change, isBusy, onUndo }: ChangeProps) {
  const zone = useTimeZone();
  const { summary, reason, changedBy, changedAt, undoableUntil } = change;
  return (
    <Group component="li" justify="space-between" align="flex-start" gap="sm">
      <Stack gap={2} flex="1 1 16rem" miw={0}>
        <Text size="sm" fw={600} className="breakable">
          <BidiSentence text={summary} />
        </Text>
        <Text size="sm" c="dimmed" className="typed">
          Reason: {reason}
        </Text>
        <Text size="sm" c="dimmed">
          <bdi>{changedBy}</bdi>, {formatDateTime(changedAt, zone)}. Undo expires{' '}
          {formatRelativeTime(undoableUntil, getServerTime())}.
        </Text>
      </Stack>
      <Button
        variant="default"
        size="xs"
        loading={isBusy}
        onClick={onUndo}
        aria-label={`Undo: ${summary}`}
      >
        Undo
      </Button>
    </Group>
  );
}
