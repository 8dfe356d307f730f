import { Button, Flex, Group, Paper, Text } from '@mantine/core';
import { useTimeZone } from '#client/api/portal.ts';
import { adminToastMs } from '#client/api/toast.ts';
import { useAction } from '#client/api/use-action.ts';
import {
  dismissEmail,
  listUndeliveredEmails,
  sendEmailAgain,
  type UndeliveredEmail,
} from '#contract/admin.ts';
import { formatDateTime } from '#contract/time.ts';

/** One email: to whom, about what, since when it is queued or why it was refused, and what to do about it. */
export function UndeliveredEmailItem({ email }: { email: UndeliveredEmail }) {
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
        <EmailButtons email={email} />
      </Flex>
    </Paper>
  );
}

const onEmail = {
  failure: 'Failed to change the email',
  toastFor: adminToastMs,
  invalidates: [listUndeliveredEmails],
};

function EmailButtons({
  email: { _id: emailId, recipient, failedAt },
}: {
  email: UndeliveredEmail;
}) {
  const again = useAction(sendEmailAgain, onEmail);
  const dismiss = useAction(dismissEmail, onEmail);
  const isBusy = again.isRunning || dismiss.isRunning;
  return (
    <Group gap="xs" flex="none">
      <Button
        variant="default"
        size="xs"
        aria-label={`Send again the email to ${recipient}`}
        loading={again.isRunning}
        disabled={isBusy}
        onClick={() => again.run({ params: { emailId } })}
      >
        Send again
      </Button>
      {failedAt && (
        <Button
          variant="subtle"
          color="red"
          size="xs"
          aria-label={`Dismiss the email to ${recipient}`}
          loading={dismiss.isRunning}
          disabled={isBusy}
          onClick={() => dismiss.run({ params: { emailId } })}
        >
          Dismiss
        </Button>
      )}
    </Group>
  );
}

const formatTimes = (times: number) =>
  times === 0 ? 'not yet' : times === 1 ? 'once' : `${times} times`;
