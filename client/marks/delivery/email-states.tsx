import { Badge, Button, Group, Text } from '@mantine/core';
import { useTimeZone } from '#client/api/portal.ts';
import { Section } from '#client/ui/section.tsx';
import { BidiSentence } from '#client/ui/sentence.tsx';
import type { GroupEmail } from '#contract/marks.ts';
import { formatDateTime } from '#contract/values/time.ts';
import type { DeliveryState } from './use-delivery.ts';

const states = {
  queued: { label: 'Queued', color: 'brass' },
  sent: { label: 'Sent', color: 'green' },
  refused: { label: 'Refused', color: 'red' },
  withdrawn: { label: 'Withdrawn', color: 'gray' },
} as const;

export function EmailStates({ delivery }: { delivery: DeliveryState }) {
  const { emails, isError, isFetching, refetch } = delivery;
  if (!emails && isError) {
    return (
      <Section title="Emails">
        <Group gap="sm">
          <Text size="sm">Couldn’t load the emails.</Text>
          <Button variant="default" size="xs" loading={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        </Group>
      </Section>
    );
  }
  const newest = selectNewestPerMember(emails ?? []);
  if (newest.length === 0) return null;
  return (
    <div data-no-print>
      <Section title="Emails" description="Each member’s latest email about marks.">
        <ul className="plain ruled" aria-label="Emails">
          {newest.map((email) => (
            <EmailState key={email.memberId} {...email} />
          ))}
        </ul>
      </Section>
    </div>
  );
}

function EmailState({ memberName, recipient, subject, state, reason, ...at }: GroupEmail) {
  const zone = useTimeZone();
  const { label, color } = states[state];
  return (
    <Group component="li" gap="sm" align="flex-start" justify="space-between" wrap="nowrap">
      <div className="breakable">
        <Text size="sm" fw={600}>
          {memberName}
        </Text>
        <Text size="sm">
          <BidiSentence text={subject} />
        </Text>
        <Text size="sm" c="dimmed">
          {recipient}, {formatDateTime(at.sentAt ?? at.refusedAt ?? at.queuedAt, zone)}
        </Text>
        {reason && <Text size="sm">{reason}</Text>}
      </div>
      <Badge color={color} variant="light" flex="none">
        {label}
      </Badge>
    </Group>
  );
}

/** Requires emails sorted newest first. */
function selectNewestPerMember(emails: readonly GroupEmail[]): GroupEmail[] {
  return emails.filter(
    ({ memberId }, index) => emails.findIndex((other) => other.memberId === memberId) === index,
  );
}
