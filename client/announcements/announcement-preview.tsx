import { Paper, Stack, Text, Title } from '@mantine/core';
import { EmailBody } from '#client/ui/email-body.tsx';
import {
  type AnnouncementPreview,
  type AudienceRole,
  audienceRoles,
} from '#contract/messages/announcements.ts';

export function AnnouncementPreviewPanel({ preview }: { preview: AnnouncementPreview }) {
  const { recipients, withoutAccount, email, emailTo } = preview;
  return (
    <Stack gap="sm" component="section" aria-label="Preview">
      <Title order={3} size="h4">
        Preview
      </Title>
      <Text role="status">{formatReach(preview)}</Text>
      {withoutAccount > 0 && (
        <Text size="sm">
          {withoutAccount === 1 ? '1 of them has' : `${withoutAccount} of them have`} no account:{' '}
          {email ? 'they only get the email.' : 'they won’t see the announcement.'}
        </Text>
      )}
      {recipients.length > 0 && (
        <Paper
          p="sm"
          withBorder
          mah="14rem"
          style={{ overflow: 'auto' }}
          tabIndex={0}
          role="region"
          aria-label="Recipients"
        >
          <ul className="plain ruled">
            {recipients.map((recipient) => (
              <li key={recipient.email}>
                <Text size="sm" className="breakable">
                  <bdi>{recipient.name}</bdi> ({recipient.email})
                </Text>
                <Text size="sm" c="dimmed">
                  {recipient.roles.map((role) => audienceRoles[role]).join(', ')}
                  {!recipient.hasAccount && ', no account'}
                </Text>
              </li>
            ))}
          </ul>
        </Paper>
      )}
      {email && (
        <>
          <Text size="sm">
            The email{emailTo && ` to ${emailTo}`}: <strong>{email.subject}</strong>
          </Text>
          <EmailBody text={email.text} html={email.html} />
        </>
      )}
    </Stack>
  );
}

const nouns: Record<AudienceRole, [singular: string, plural: string]> = {
  student: ['student', 'students'],
  supervisor: ['supervisor', 'supervisors'],
  examiner: ['external examiner', 'external examiners'],
};

/** Example: "It reaches 13 people now: 12 students, 1 supervisor." */
function formatReach({ recipients, counts }: AnnouncementPreview): string {
  if (recipients.length === 0) return 'It reaches no one now. People who join later will see it.';
  const people = recipients.length === 1 ? '1 person' : `${recipients.length} people`;
  const parts = (Object.keys(nouns) as AudienceRole[]).flatMap((role) => {
    const count = counts[role] ?? 0;
    return count > 0 ? [`${count} ${nouns[role][count === 1 ? 0 : 1]}`] : [];
  });
  return `It reaches ${people} now: ${parts.join(', ')}.`;
}
