import { Anchor, Box, Button, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconArrowRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useRead } from '#client/api/use-read.ts';
import { Section } from '#client/ui/section.tsx';
import { BidiSentence } from '#client/ui/sentence.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { type DeskAnnouncement, type DeskItem, findDesk } from '#contract/desk.ts';
import { paths } from '#contract/paths.ts';
import { AnnouncementTitles, DeskAnnouncements } from './desk-announcements.tsx';

type DeskProps = {
  /** Maximum number of tasks and announcements together. If undefined, all are shown. */
  most?: number;
};

/** Lists the user's open tasks, each with a link to its page. */
export function Desk({ most }: DeskProps) {
  const read = useRead(findDesk, {}, { failure: 'Failed to load your desk', staleTime: 0 });
  const announcements = read.data?.announcements ?? [];
  const loading = <LoadingLines lines={4} label="Loading your desk…" />;
  if (most) {
    return (
      <Section title="Your desk">
        {/* Prevent a layout shift when the tasks load. */}
        <Box mih={{ base: '16rem', sm: '11rem' }}>
          <Loaded read={read} loading={loading}>
            {({ items }) => <DeskSummary announcements={announcements} items={items} most={most} />}
          </Loaded>
        </Box>
      </Section>
    );
  }
  return (
    <>
      {announcements.length > 0 && <DeskAnnouncements announcements={announcements} />}
      {/* Remount the section after loading: if announcements pushed it down, that would count as a layout shift. */}
      <Section key={read.data ? 'known' : 'loading'} title="What to do next">
        <Loaded read={read} loading={loading}>
          {({ items }) => <Items items={items} />}
        </Loaded>
      </Section>
    </>
  );
}

const maxTitles = 2;

type DeskSummaryProps = {
  announcements: readonly DeskAnnouncement[];
  items: readonly DeskItem[];
  most: number;
};

function DeskSummary({ announcements, items, most }: DeskSummaryProps) {
  const titles = announcements.slice(0, maxTitles);
  const shown = items.slice(0, most - titles.length);
  const count = announcements.length + items.length;
  return (
    <Stack gap="sm">
      {titles.length > 0 && <AnnouncementTitles announcements={titles} />}
      {(shown.length > 0 || titles.length === 0) && <Items items={shown} />}
      {titles.length + shown.length < count && (
        <Button component={Link} to={paths.desk} variant="default" mr="auto">
          Show all {count}
        </Button>
      )}
    </Stack>
  );
}

function Items({ items }: { items: readonly DeskItem[] }) {
  if (items.length === 0) {
    return <Text c="dimmed">No open tasks.</Text>;
  }
  return (
    <ul className="plain ruled" aria-label="What to do next">
      {items.map((item) => (
        <li key={item.id}>
          <Anchor component={Link} to={item.to} display="inline-flex" c="var(--mantine-color-text)">
            <Box component="span" mr="xs" mt={2} c={item.isUrgent ? 'red' : 'dimmed'}>
              {item.isUrgent ? (
                <IconAlertCircle size={18} aria-label="Urgent" />
              ) : (
                <IconArrowRight size={18} aria-hidden />
              )}
            </Box>
            <span className="breakable">
              <BidiSentence text={item.text} />
            </span>
          </Anchor>
        </li>
      ))}
    </ul>
  );
}
