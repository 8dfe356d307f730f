import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useTimeZone } from '#client/api/portal.ts';
import { useAction } from '#client/api/use-action.ts';
import { useRead } from '#client/api/use-read.ts';
import { Consequence } from '#client/ui/dialog/consequence.tsx';
import { formatDevice } from '#client/ui/format-device.ts';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import type { EndpointReply } from '#contract/endpoint.ts';
import { endSession, listSessions } from '#contract/session.ts';
import { formatDateTime } from '#contract/values/time.ts';

export function OwnSessions() {
  const sessions = useRead(listSessions, {}, { failure: 'Couldn’t load where you’re logged in' });
  return (
    <Loaded read={sessions} loading={<LoadingLines lines={3} />}>
      {(data) => (
        <Stack gap="md">
          <Consequence>
            To use a device that you’ve logged out, you need to log in again.
          </Consequence>
          <Stack component="ul" gap="md" m={0} p={0}>
            {data.sessions.map((session) => (
              <OwnSession key={session._id} session={session} />
            ))}
          </Stack>
        </Stack>
      )}
    </Loaded>
  );
}

type OwnSessionProps = { session: EndpointReply<typeof listSessions>['sessions'][number] };

function OwnSession({
  session: { _id, createdAt, lastSeenAt, isCurrent, ...at },
}: OwnSessionProps) {
  const zone = useTimeZone();
  const device = formatDevice(at.device);
  const end = useAction(endSession, {
    failure: 'Couldn’t log out the device',
    invalidates: [listSessions],
  });
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <div>
        <Text size="sm" fw={600}>
          {device}
        </Text>
        <Text size="sm" c="dimmed">
          Since {formatDateTime(createdAt, zone)}, last used {formatDateTime(lastSeenAt, zone)}
        </Text>
      </div>
      {isCurrent ? (
        <Badge variant="light" flex="none">
          This device
        </Badge>
      ) : (
        <Button
          variant="subtle"
          color="red"
          size="xs"
          flex="none"
          aria-label={`Log out ${device}, logged in since ${formatDateTime(createdAt, zone)}`}
          loading={end.isRunning}
          onClick={() => end.run({ params: { sessionId: _id } })}
        >
          Log out
        </Button>
      )}
    </Group>
  );
}
