import { Button, Table, Text } from '@mantine/core';
import { useTimeZone } from '#client/api/portal.ts';
import { RowButtons } from '#client/ui/list/list-table.tsx';
import { BidiSentence } from '#client/ui/sentence.tsx';
import type { EmailSummary } from '#contract/messages/emails.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { EmailButtons } from './email-buttons.tsx';
import classes from './email-list.module.css';
import { EmailStateBadge } from './email-state-badge.tsx';
import { formatAttempts } from './format-attempts.ts';

type EmailRowProps = { email: EmailSummary; onShow: () => void };

export function EmailRow({ email, onShow }: EmailRowProps) {
  const { recipient, subject, state, fypGroupName, lastError } = email;
  return (
    <Table.Tr className={classes.row}>
      <Table.Td>
        <Text size="sm" fw={600} className="breakable">
          {recipient}
        </Text>
      </Table.Td>
      <Table.Td>
        <Text size="sm" className="breakable">
          <BidiSentence text={subject} />
        </Text>
        {fypGroupName && !subject.startsWith(fypGroupName) && (
          <Text size="sm" c="dimmed" className="breakable">
            {fypGroupName}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <EmailStateBadge state={state} />
        <When email={email} />
        {lastError && (
          <Text size="sm" className="breakable">
            {lastError}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <RowButtons>
          <Button
            variant="default"
            size="xs"
            aria-label={`View the email to ${recipient}: ${subject}`}
            onClick={onShow}
          >
            View
          </Button>
          {state !== 'sent' && <EmailButtons email={email} />}
        </RowButtons>
      </Table.Td>
    </Table.Tr>
  );
}

function When({ email: { sentAt, failedAt, queuedAt, attempts } }: { email: EmailSummary }) {
  const zone = useTimeZone();
  const at = sentAt ?? failedAt ?? queuedAt;
  return (
    <Text size="sm" c="dimmed">
      <time dateTime={at}>{formatDateTime(at, zone)}</time>
      {!sentAt && `, tried ${formatAttempts(attempts)}`}
    </Text>
  );
}
