import { Anchor, Box, Button, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useTimeZone } from '#client/api/portal.ts';
import { useRead } from '#client/api/use-read.ts';
import { Section } from '#client/ui/section.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { type DeskAnnouncement, findDesk } from '#contract/desk.ts';
import { links } from '#contract/links.ts';
import { paths } from '#contract/paths.ts';
import { formatDate } from '#contract/values/time.ts';
import { DeskItems } from './desk.tsx';

const maxTasks = 6;
const maxNews = 3;

/** The most urgent tasks and the newest announcements, for the home page. */
export function OwnDesk() {
  const read = useRead(findDesk, {}, { failure: 'Failed to load your desk', staleTime: 0 });
  return (
    <Stack gap="lg">
      <Section
        title="Your desk"
        actions={
          <Anchor component={Link} to={paths.desk}>
            Open the desk
          </Anchor>
        }
      >
        {/* Prevent a layout shift when the tasks load. */}
        <Box mih={{ base: '12rem', sm: '9rem' }}>
          <Loaded read={read} loading={<LoadingLines lines={4} label="Loading your desk…" />}>
            {({ items }) => (
              <Stack gap="sm">
                <DeskItems items={items.slice(0, maxTasks)} />
                {items.length > maxTasks && (
                  <Button component={Link} to={paths.desk} variant="default" mr="auto">
                    Show all {items.length} tasks
                  </Button>
                )}
              </Stack>
            )}
          </Loaded>
        </Box>
      </Section>
      {read.data && read.data.announcements.length > 0 && (
        <News announcements={read.data.announcements} />
      )}
    </Stack>
  );
}

function News({ announcements }: { announcements: readonly DeskAnnouncement[] }) {
  const zone = useTimeZone();
  return (
    <Section title="News">
      <ul className="plain ruled" aria-label="Announcements">
        {announcements.slice(0, maxNews).map(({ _id, title, publishedAt }) => (
          <li key={_id}>
            <Anchor component={Link} to={links.announcement(_id)} className="breakable">
              {title}
            </Anchor>
            <Text size="sm" c="dimmed">
              <time dateTime={publishedAt}>{formatDate(publishedAt, zone)}</time>
            </Text>
          </li>
        ))}
      </ul>
      {announcements.length > maxNews && (
        <Button component={Link} to={paths.desk} variant="default" mr="auto">
          Show all {announcements.length} announcements
        </Button>
      )}
    </Section>
  );
}
