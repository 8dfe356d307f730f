import { Alert, Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useTimeZone } from '#client/api/portal.ts';
import type { EmailDelay } from '#contract/admin/attention.ts';
import { paths } from '#contract/paths.ts';
import { formatDateTime } from '#contract/values/time.ts';

export function EmailDelayAlert({ waiting, since, lastError }: EmailDelay) {
  const zone = useTimeZone();
  return (
    <Alert
      color="yellow"
      title={waiting === 1 ? '1 email is waiting' : `${waiting} emails are waiting`}
    >
      The oldest has waited since {formatDateTime(since, zone)}. The portal keeps trying and sends
      them once the mail server accepts them. A daily sending limit usually ends within 24 hours.
      <Text size="sm" mt="xs" className="breakable">
        The mail server replied: “<bdi>{lastError}</bdi>”
      </Text>
      <Anchor component={Link} to={paths.emails} inherit>
        Show emails
      </Anchor>
    </Alert>
  );
}
