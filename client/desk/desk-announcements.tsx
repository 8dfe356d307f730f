import { Anchor, Box, Text, Title } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTimeZone } from '#client/api/portal.ts';
import { FormattedText } from '#client/ui/formatted-text.tsx';
import { Section } from '#client/ui/section.tsx';
import type { DeskAnnouncement } from '#contract/desk.ts';
import { links } from '#contract/links.ts';
import { formatDateTime } from '#contract/values/time.ts';

type DeskAnnouncementsProps = { announcements: readonly DeskAnnouncement[] };

export function DeskAnnouncements({ announcements }: DeskAnnouncementsProps) {
  const zone = useTimeZone();
  return (
    <Section title="Announcements">
      <ul className="plain ruled" aria-label="Announcements">
        {announcements.map(({ _id, title, text, publishedAt }) => (
          <li key={_id} id={`announcement-${_id}`}>
            <Title order={3} size="h5" className="breakable">
              {title}
            </Title>
            <Text size="sm" c="dimmed" className="tabular">
              <time dateTime={publishedAt}>{formatDateTime(publishedAt, zone)}</time>
            </Text>
            <Box mt="xs">
              <FormattedText blocks={text} keepsLines />
            </Box>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function AnnouncementTitles({ announcements }: DeskAnnouncementsProps) {
  return (
    <ul className="plain ruled" aria-label="Announcements">
      {announcements.map(({ _id, title }) => (
        <li key={_id}>
          <Anchor
            component={Link}
            to={links.announcement(_id)}
            display="inline-flex"
            maw="100%"
            c="var(--mantine-color-text)"
          >
            <Box component="span" mr="xs" mt={2} c="dimmed">
              <IconSpeakerphone size={18} aria-label="Announcement" />
            </Box>
            <Text span truncate>
              {title}
            </Text>
          </Anchor>
        </li>
      ))}
    </ul>
  );
}
