import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useTimeZone } from '#client/api/portal.ts';
import { adminToastDurationMs } from '#client/api/toast.ts';
import { useAction } from '#client/api/use-action.ts';
import { useRead } from '#client/api/use-read.ts';
import {
  announceDeadlineMoves,
  type DeadlineMoves,
  findDeadlineMoves,
} from '#contract/settings/deadline-moves.ts';
import { getSetting } from '#contract/settings/settings.ts';
import { formatDateTime } from '#contract/values/time.ts';

type SummaryProps = {
  cohort: string | undefined;
  /** The version that was just saved. */
  version: number;
  isDirty: boolean;
  /** Called with the due dates before the move, by deadline, to save them. */
  onUndo: (earlierDates: ReadonlyMap<string, string>) => void;
};

/** Shows the due dates that were changed and not announced, with buttons to notify students and supervisors and to undo. */
export function DeadlineMovesSummary({ cohort, version, isDirty, onUndo }: SummaryProps) {
  const query = { cohort };
  const { data } = useRead(
    findDeadlineMoves,
    { query },
    { failure: 'Couldn’t load the changed due dates', staleTime: 0 },
  );
  const notify = useAction(announceDeadlineMoves, {
    failure: 'Couldn’t notify students and supervisors',
    toastFor: adminToastDurationMs,
    invalidates: [findDeadlineMoves],
  });
  const undo = useAction(getSetting, {
    failure: 'Couldn’t load the previous dates',
    toastFor: adminToastDurationMs,
    onDone: ({ value }) => {
      const moved = new Set(data?.moves.map(({ deadlineId }) => deadlineId));
      const previous = (value as { id: string; due: string }[]).filter(({ id }) => moved.has(id));
      const dates = new Map(previous.map(({ id, due }) => [id, due]));
      onUndo(dates);
    },
  });
  const zone = useTimeZone();
  if (data?.version !== version || data.groups === 0) return null;
  const isBusy = notify.isRunning || undo.isRunning;
  const { moves, known } = data;
  return (
    <Alert
      color="pine"
      role="status"
      title={moves.length === 1 ? '1 deadline moved' : `${moves.length} deadlines moved`}
    >
      <Stack gap="sm">
        <List size="sm" spacing={4}>
          {moves.map(({ deadlineId, title, from, to }) => (
            <List.Item key={deadlineId} className="breakable">
              <bdi>{title}</bdi>: from {formatDateTime(from, zone)} to {formatDateTime(to, zone)}
            </List.Item>
          ))}
        </List>
        <Text size="sm">{formatAffected(data)}</Text>
        <Group gap="sm">
          <Button
            size="xs"
            loading={notify.isRunning}
            disabled={isBusy}
            onClick={() => notify.run({ query, body: { version } })}
          >
            Notify students and supervisors
          </Button>
          <Button
            size="xs"
            variant="default"
            loading={undo.isRunning}
            disabled={isBusy || isDirty}
            onClick={() =>
              undo.run({ params: { name: 'deadlines' }, query: { cohort, version: known } })
            }
          >
            Undo
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

function formatAffected({ groups, extensions }: DeadlineMoves): string {
  const affected =
    groups === 1 ? '1 group hasn’t submitted.' : `${groups} groups haven’t submitted.`;
  if (extensions === 0) return affected;
  return `${affected} ${extensions === 1 ? '1 extension ends' : `${extensions} extensions end`} later.`;
}
