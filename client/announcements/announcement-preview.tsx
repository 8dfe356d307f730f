import { Paper, Stack, Text, Title } from '@mantine/core';
import { EmailBody } from '#client/ui/email-body.tsx';
import {
  type AnnouncementPreview,
  type AudienceRole,
  audienceRoles,
} from '#contract/announcements.ts';
import classes from './announcements.module.css';

/** How many, who they are, and the email as one of them gets it. */
export function AnnouncementPreviewPart({ preview }: { preview: AnnouncementPreview }) {
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
          {email ? 'the email reaches them, the desk does not.' : 'it does not reach them.'}
        </Text>
      )}
      {recipients.length > 0 && (
        <Paper
          p="sm"
          withBorder
          className={classes.people}
          tabIndex={0}
          role="region"
          aria-label="Recipients"
        >
          <ul className="plain ruled">
            {recipients.map((one) => (
              <li key={one.email}>
                <Text size="sm" className="breakable">
                  <bdi>{one.name}</bdi> ({one.email})
                </Text>
                <Text size="sm" c="dimmed">
                  {one.roles.map((role) => audienceRoles[role]).join(', ')}
                  {!one.hasAccount && ', no account'}
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

const nouns: Record<AudienceRole, [one: string, several: string]> = {
  student: ['student', 'students'],
  supervisor: ['supervisor', 'supervisors'],
  examiner: ['external examiner', 'external examiners'],
};

/** "It reaches 13 people now: 12 students, 1 supervisor." */
function formatReach({ recipients, counts }: AnnouncementPreview): string {
  if (recipients.length === 0) return 'It reaches nobody now; whoever joins later sees it.';
  const people = recipients.length === 1 ? '1 person' : `${recipients.length} people`;
  const parts = (Object.keys(nouns) as AudienceRole[]).flatMap((role) => {
    const count = counts[role] ?? 0;
    return count > 0 ? [`${count} ${nouns[role][count === 1 ? 0 : 1]}`] : [];
  });
  return `It reaches ${people} now: ${parts.join(', ')}.`;
}
