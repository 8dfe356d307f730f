import { Flex, Paper, Text } from '@mantine/core';
import { useTimeZone } from '#client/api/portal.ts';
import type { UndeliveredEmail } from '#contract/admin/undelivered-emails.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { EmailButtons } from './email-buttons.tsx';
import { formatAttempts } from './format-attempts.ts';

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
            {lastError ?? 'Not sent to the mail server yet.'}
            {isUsual && ' Delivery often takes a few minutes; this is normal.'}
          </Text>
          <Text size="sm" c="dimmed">
            Queued since {formatDateTime(queuedAt, zone)}, tried {formatAttempts(attempts)}
            {failedAt && `, failed ${formatDateTime(failedAt, zone)}`}
          </Text>
        </div>
        <EmailButtons email={email} />
      </Flex>
    </Paper>
  );
}
