import { Box, Text, Title } from '@mantine/core';
import { PastTime } from '#client/layout/past-time.tsx';
import { FormattedText } from '#client/ui/formatted-text.tsx';
import { Section } from '#client/ui/section.tsx';
import type { DeskAnnouncement } from '#contract/desk.ts';
import { AnswerForm } from './answer-form.tsx';

type DeskAnnouncementsProps = { announcements: readonly DeskAnnouncement[] };

export function DeskAnnouncements({ announcements }: DeskAnnouncementsProps) {
  return (
    <Section title="Announcements">
      <ul className="plain ruled" aria-label="Announcements">
        {announcements.map(({ _id, title, text, publishedAt, allowsAnswers }) => (
          <li key={_id} id={`announcement-${_id}`}>
            <Title order={3} size="h5" className="breakable">
              {title}
            </Title>
            <Text size="sm" c="dimmed">
              <PastTime at={publishedAt} />
            </Text>
            <Box mt="xs">
              <FormattedText blocks={text} keepsLines />
            </Box>
            {allowsAnswers && <AnswerForm announcementId={_id} title={title} />}
          </li>
        ))}
      </ul>
    </Section>
  );
}
