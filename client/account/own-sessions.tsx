import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '#client/api/call.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { messageOf } from '#client/api/problems.ts';
import { invalidate, query } from '#client/api/queries.ts';
import { formatDevice } from '#client/ui/format-device.ts';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { toast } from '#client/ui/toast.ts';
import { endSession, listSessions } from '#contract/session.ts';
import { formatDateTime } from '#contract/time.ts';

/** Where one is logged in, with a way to end what one does not know. */
export function OwnSessions() {
  const zone = useTimeZone();
  const sessions = useQuery(query(listSessions));
  const end = useMutation({
    mutationFn: (sessionId: string) => call(endSession, { params: { sessionId } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(messageOf(error, 'The session could not be ended.')),
    onSettled: () => invalidate(listSessions),
  });
  if (sessions.isPending) return <LoadingLines lines={3} />;
  if (sessions.isError) {
    return (
      <ErrorState
        message={messageOf(sessions.error, 'Your sessions could not be loaded')}
        onRetry={() => sessions.refetch()}
        isRetrying={sessions.isFetching}
      />
    );
  }
  return (
    <Stack component="ul" gap="md" m={0} p={0}>
      {sessions.data.sessions.map(({ _id, device, createdAt, lastSeenAt, isCurrent }) => (
        <Group component="li" key={_id} justify="space-between" wrap="nowrap">
          <div>
            <Text size="sm" fw={600}>
              {formatDevice(device)}
            </Text>
            <Text size="sm" c="dimmed">
              Since {formatDateTime(createdAt, zone)}, last used {formatDateTime(lastSeenAt, zone)}
            </Text>
          </div>
          {isCurrent ? (
            <Badge variant="light" flex="none">
              This one
            </Badge>
          ) : (
            <Button
              variant="subtle"
              color="red"
              size="xs"
              flex="none"
              aria-label={`End the session ${formatDevice(device)} since ${formatDateTime(createdAt, zone)}`}
              loading={end.isPending && end.variables === _id}
              onClick={() => end.mutate(_id)}
            >
              End
            </Button>
          )}
        </Group>
      ))}
    </Stack>
  );
}
