import { Badge } from '@mantine/core';
import { type EmailState, emailStates } from '#contract/messages/emails.ts';

const colors: Record<EmailState, string> = {
  queued: 'brass',
  sent: 'green',
  failed: 'red',
  withdrawn: 'gray',
};

export function EmailStateBadge({ state }: { state: EmailState }) {
  return (
    <Badge color={colors[state]} miw="max-content">
      {emailStates[state]}
    </Badge>
  );
}
