import { Anchor, Box, Button, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconArrowRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useRead } from '#client/api/use-read.ts';
import { paths } from '#client/paths.ts';
import { Section } from '#client/ui/section.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { type DeskItem, findDesk } from '#contract/desk.ts';

type DeskProps = {
  /** So many at most, with a link to all of them. */
  most?: number;
};

/** What waits for whoever is logged in, as sentences that lead to where it is done. */
export function Desk({ most }: DeskProps) {
  const read = useRead(findDesk, {}, { failure: 'Failed to load your desk', staleTime: 0 });
  return (
    <Section title={most ? 'Your desk' : 'What to do next'}>
      {/* As high as its usual content, so that nothing below moves when it comes. */}
      <Box mih={most ? '11rem' : undefined}>
        <Loaded read={read} loading={<LoadingLines lines={4} label="Loading your desk…" />}>
          {({ items }) => <Items items={items} most={most} />}
        </Loaded>
      </Box>
    </Section>
  );
}

function Items({ items, most }: DeskProps & { items: readonly DeskItem[] }) {
  if (items.length === 0) {
    return <Text c="dimmed">Nothing waits for you.</Text>;
  }
  const shown = most ? items.slice(0, most) : items;
  return (
    <Stack gap="sm">
      <ul className="plain ruled" aria-label="What to do next">
        {shown.map((item) => (
          <li key={item.id}>
            <Anchor
              component={Link}
              to={item.to}
              display="inline-flex"
              c="var(--mantine-color-text)"
            >
              <Box component="span" mr="xs" mt={2} c={item.isUrgent ? 'red' : 'dimmed'}>
                {item.isUrgent ? (
                  <IconAlertCircle size={18} aria-label="Urgent" />
                ) : (
                  <IconArrowRight size={18} aria-hidden />
                )}
              </Box>
              <span className="breakable">{item.text}</span>
            </Anchor>
          </li>
        ))}
      </ul>
      {shown.length < items.length && (
        <Button component={Link} to={paths.desk} variant="default" mr="auto">
          Show all {items.length}
        </Button>
      )}
    </Stack>
  );
}
