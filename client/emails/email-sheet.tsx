import { Alert, Anchor, Box, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTimeZone } from '#client/api/portal.ts';
import { EmailBody } from '#client/ui/email-body.tsx';
import { BidiSentence } from '#client/ui/sentence.tsx';
import { links } from '#contract/links.ts';
import type { EmailDetails } from '#contract/messages/emails.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { EmailButtons } from './email-buttons.tsx';
import { EmailStateBadge } from './email-state-badge.tsx';
import { formatAttempts } from './format-attempts.ts';

type EmailSheetProps = { email: EmailDetails; onDismissed: () => void };

export function EmailView({ email, onDismissed }: EmailSheetProps) {
  const { subject, state, carriesLink, text, html } = email;
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Text fw={600} flex="1 1 14rem" className="breakable">
          <BidiSentence text={subject} />
        </Text>
        <EmailStateBadge state={state} />
      </Group>
      <Facts email={email} />
      {state !== 'sent' && <EmailButtons email={email} onDismissed={onDismissed} />}
      {carriesLink && (
        <Alert color="brass" title="The content of this email is hidden">
          It contains a personal link, which works like a password. Only the recipient can read it.
        </Alert>
      )}
      {text !== null && html !== null && <EmailBody text={text} html={html} />}
    </Stack>
  );
}

function Facts({ email }: { email: EmailDetails }) {
  const zone = useTimeZone();
  const { recipient, replyTo, fypGroupName, attempts, lastError, ...at } = email;
  const isWithdrawn = email.state === 'withdrawn';
  const isRetrying = email.state === 'queued' && attempts > 0;
  return (
    <Box component="dl" fz="sm" className="facts">
      <Fact label="To">{recipient}</Fact>
      {replyTo && <Fact label="Replies to">{replyTo}</Fact>}
      {fypGroupName && (
        <Fact label="Group">
          <Anchor component={Link} to={links.adminGroup(fypGroupName)} inherit>
            {fypGroupName}
          </Anchor>
        </Fact>
      )}
      <Fact label="Queued">{formatDateTime(at.queuedAt, zone)}</Fact>
      {at.sentAt && <Fact label="Sent">{formatDateTime(at.sentAt, zone)}</Fact>}
      {at.failedAt && (
        <Fact label={isWithdrawn ? 'Withdrawn' : 'Failed'}>
          {formatDateTime(at.failedAt, zone)}
        </Fact>
      )}
      <Fact label="Tried">{formatAttempts(attempts)}</Fact>
      {isRetrying && <Fact label="Next attempt">{formatDateTime(at.nextAttemptAt, zone)}</Fact>}
      {lastError && <Fact label={isWithdrawn ? 'Reason' : 'Mail server’s reply'}>{lastError}</Fact>}
    </Box>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
