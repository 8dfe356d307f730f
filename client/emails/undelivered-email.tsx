import { Flex, Paper, Text } from '@mantine/core';
import { useTimeZone } from '#client/api/portal.ts';
import type { UndeliveredEmail } from '#contract/admin.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { EmailButtons } from './email-buttons.tsx';
import { formatAttempts } from './format-attempts.ts';

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
            Queued since {formatDateTime(queuedAt, zone)}, tried {formatAttempts(attempts)}
            {failedAt && `, refused ${formatDateTime(failedAt, zone)}`}
          </Text>
        </div>
        <EmailButtons email={email} />
      </Flex>
    </Paper>
  );
}
