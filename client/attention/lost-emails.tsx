import { Text } from '@mantine/core';
import { useTimeZone } from '#client/api/portal.ts';
import { Section } from '#client/ui/section.tsx';
import type { LostEmail } from '#contract/admin/attention.ts';
import { formatDateTime } from '#contract/values/time.ts';

export function LostEmails({ emails }: { emails: readonly LostEmail[] }) {
  const zone = useTimeZone();
  return (
    <Section
      title="Emails about lost data"
      description="The database has lost data that was saved. These emails had already been sent about it, so that they may report marks or changes that are no longer stored. Tell the recipients."
    >
      <ul className="plain ruled" aria-label="Emails about lost data">
        {emails.map(({ _id, recipient, subject, sentAt }) => (
          <li key={_id}>
            <Text fw={600} className="breakable">
              <bdi>{subject}</bdi>
            </Text>
            <Text size="sm" className="breakable">
              To <bdi>{recipient}</bdi>, sent {formatDateTime(sentAt, zone)}
            </Text>
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed">
        The list is removed seven days after the loss was noticed. The texts of these emails are
        lost as well.
      </Text>
    </Section>
  );
}
