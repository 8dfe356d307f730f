import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { call } from '#client/api/connection/call.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { adminToastDurationMs } from '#client/api/toast.ts';
import { useAction } from '#client/api/use-action.ts';
import { useRead } from '#client/api/use-read.ts';
import {
  announceDeadlineMoves,
  type DeadlineMoves,
  findDeadlineMoves,
} from '#contract/settings/deadline-moves.ts';
import { getSetting, saveSetting } from '#contract/settings/settings.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { invalidateSettings } from './invalidate-settings.ts';
import type { Setting } from './use-setting-form.ts';

type SummaryProps = {
  cohort: string | undefined;
  /** The version that was just saved. */
  version: number;
  isDirty: boolean;
  onUndone: (setting: Setting, wasAnnounced: boolean) => void;
};

/** Shows which due dates the saved version has changed, with buttons to notify the people of the groups and to undo it. */
export function DeadlineMovesSummary({ cohort, version, isDirty, onUndone }: SummaryProps) {
  const query = { cohort };
  const { data } = useRead(
    findDeadlineMoves,
    { query },
    { failure: 'Couldn’t load the changed due dates.', staleTime: 0 },
  );
  const notify = useAction(announceDeadlineMoves, {
    failure: 'Couldn’t notify students and supervisors.',
    toastFor: adminToastDurationMs,
    invalidates: [findDeadlineMoves],
  });
  const undo = useUndo(cohort, version, (setting) =>
    onUndone(setting, typeof data?.announcedAt === 'string'),
  );
  const zone = useTimeZone();
  if (data?.version !== version || data.moves.length === 0) return null;
  const isBusy = notify.isRunning || undo.isRunning;
  const { moves, announcedAt } = data;
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
          {announcedAt ? (
            <Text size="sm">
              Students and supervisors were notified on {formatDateTime(announcedAt, zone)}.
            </Text>
          ) : (
            data.groups > 0 && (
              <Button
                size="xs"
                loading={notify.isRunning}
                disabled={isBusy}
                onClick={() => notify.run({ query, body: { version } })}
              >
                Notify students and supervisors
              </Button>
            )
          )}
          <Button
            size="xs"
            variant="default"
            loading={undo.isRunning}
            disabled={isBusy || isDirty}
            onClick={() => undo.run()}
          >
            Undo
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

/** Restores the previous version. The server refuses it if someone has saved the deadlines in between. */
function useUndo(cohort: string | undefined, version: number, onDone: (setting: Setting) => void) {
  const input = { params: { name: 'deadlines' as const }, query: { cohort } };
  const restore = async () => {
    const query = { cohort, version: version - 1 };
    const { value } = await call(getSetting, { ...input, query });
    return call(saveSetting, { ...input, body: { version, value, restored: version - 1 } });
  };
  return useAction(restore, {
    failure: 'Couldn’t restore the previous dates.',
    success: 'Previous dates restored',
    toastFor: adminToastDurationMs,
    onDone: async ({ setting }) => {
      onDone(setting);
      await invalidateSettings();
    },
  });
}

function formatAffected({ groups, extensions }: DeadlineMoves): string {
  if (groups === 0) return 'No group is affected: all have submitted or are excused.';
  const affected =
    groups === 1 ? '1 group hasn’t submitted.' : `${groups} groups haven’t submitted.`;
  if (extensions === 0) return affected;
  return `${affected} ${extensions === 1 ? '1 extension ends' : `${extensions} extensions end`} later.`;
}
