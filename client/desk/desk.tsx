import { Anchor, Box, Text } from '@mantine/core';
import { IconAlertCircle, IconArrowRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useRead } from '#client/api/use-read.ts';
import { Section } from '#client/ui/section.tsx';
import { BidiSentence } from '#client/ui/sentence.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { type DeskItem, findDesk } from '#contract/desk.ts';
import { paths } from '#contract/paths.ts';
import { DeskAnnouncements } from './desk-announcements.tsx';

/** Lists the user's open tasks, each with a link to its page. */
export function Desk() {
  const read = useRead(findDesk, {}, { failure: 'Failed to load your desk', staleTime: 0 });
  const announcements = read.data?.announcements ?? [];
  // A task that leads to this page, such as the setup, has a section of its own below.
  const items = read.data?.items.filter(({ to }) => to !== paths.desk);
  const hasOnlySections = items?.length === 0 && read.data?.items.length !== 0;
  return (
    <>
      {announcements.length > 0 && <DeskAnnouncements announcements={announcements} />}
      {/* Remount the section after loading: if announcements pushed it down, that would count as a layout shift. */}
      {!hasOnlySections && (
        <Section key={read.data ? 'known' : 'loading'} title="What to do next">
          <Loaded
            read={{ ...read, data: items }}
            loading={<LoadingLines lines={4} label="Loading your desk…" />}
          >
            {(tasks) => <DeskItems items={tasks} />}
          </Loaded>
        </Section>
      )}
    </>
  );
}

export function DeskItems({ items }: { items: readonly DeskItem[] }) {
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
