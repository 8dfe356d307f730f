import { Box, Group, Paper, Text, Title } from '@mantine/core';
import { useTimeZone } from '#client/api/portal.ts';
import { type Deadline, findNextDeadline } from '#contract/rules/deadlines.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { Countdown } from './countdown.tsx';
import classes from './deadlines.module.css';
import { useNow } from './use-now.ts';

export function NextDeadline({ deadlines }: { deadlines: readonly Deadline[] }) {
  const { now, before } = useNow();
  const zone = useTimeZone();
  // Until the next refresh, show the deadline that has just passed, so that users see the countdown end.
  const deadline = findNextDeadline(deadlines, before) ?? deadlines.at(-1);
  if (!deadline) return null;
  return (
    <Paper
      component="section"
      aria-labelledby="next-deadline"
      mb="lg"
      py="md"
      px={{ base: 'md', sm: 'lg' }}
      className={classes.banner}
    >
      <Group justify="space-between" gap="1rem 2rem">
        <Box flex="1 1 18rem" miw={0}>
          <Text
            id="next-deadline"
            component="h2"
            m={0}
            fz="0.875rem"
            fw={600}
            ff="text"
            c="var(--portal-accent-text)"
          >
            Next deadline
          </Text>
          <Title order={3} style={{ textWrap: 'balance' }}>
            {deadline.title}
          </Title>
          <Text size="sm" c="dimmed">
            <time dateTime={deadline.due}>{formatDateTime(deadline.due, zone)}</time>
          </Text>
        </Box>
        <Countdown deadline={deadline} now={now} />
      </Group>
    </Paper>
  );
}
