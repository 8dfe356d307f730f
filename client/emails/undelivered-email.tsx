import { Button, Flex, Group, Paper, Text } from '@mantine/core';
import { useTimeZone } from '#client/api/portal.ts';
import type { UndeliveredEmail } from '#contract/admin.ts';
import { formatDateTime } from '#contract/time.ts';

type UndeliveredEmailItemProps = {
  email: UndeliveredEmail;
  busyWith: 'again' | 'dismiss' | undefined;
  onSendAgain: () => void;
  onDismiss: () => void;
};

/** One email: to whom, about what, since when it waits or why it was refused. */
export function UndeliveredEmailItem({
  email,
  busyWith,
  onSendAgain,
  onDismiss,
}: UndeliveredEmailItemProps) {
  const zone = useTimeZone();
  const { recipient, subject, attempts, lastError, queuedAt, failedAt, isUsual } = email;
  return (
    <Paper component="li" p="md">
      <Flex
        direction={{ base: 'column', sm: 'row' }}
        gap="sm"
        justify="space-between"
        align={{ sm: 'center' }}
      >
        <div className="breakable">
          <Text fw={600}>{recipient}</Text>
          <Text size="sm">{subject}</Text>
          <Text size="sm" my={4}>
            {lastError ?? 'The mail server has not been asked yet.'}
            {isUsual && ' Emails often take a few minutes; nothing is wrong.'}
          </Text>
          <Text size="sm" c="dimmed" className="tabular">
            Queued since {formatDateTime(queuedAt, zone)}, tried {formatTimes(attempts)}
            {failedAt && `, refused ${formatDateTime(failedAt, zone)}`}
          </Text>
        </div>
        <Group gap="xs" flex="none">
          <Button
            variant="default"
            size="xs"
            aria-label={`Send again the email to ${recipient}`}
            loading={busyWith === 'again'}
            disabled={busyWith !== undefined}
            onClick={onSendAgain}
          >
            Send again
          </Button>
          {failedAt && (
            <Button
              variant="subtle"
              color="red"
              size="xs"
              aria-label={`Dismiss the email to ${recipient}`}
              loading={busyWith === 'dismiss'}
              disabled={busyWith !== undefined}
              onClick={onDismiss}
            >
              Dismiss
            </Button>
          )}
        </Group>
      </Flex>
    </Paper>
  );
}

const formatTimes = (times: number) =>
  times === 0 ? 'not yet' : times === 1 ? 'once' : `${times} times`;
