import { Badge, Box, Group, Paper, Text, Title, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useTimeZone } from '#client/api/portal.ts';
import { Section } from '#client/ui/section.tsx';
import { PreviousNextButtons } from '#client/ui/step-buttons.tsx';
import {
  type Deadline,
  findNextDeadline,
  isDeadlinePassed,
  wrapIndex,
} from '#contract/rules/deadlines.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { Countdown } from './countdown.tsx';
import classes from './deadlines.module.css';
import { useNow } from './use-now.ts';

export function DeadlineCard({ deadlines }: { deadlines: readonly Deadline[] }) {
  const { now, opened } = useNow();
  const zone = useTimeZone();
  const [steps, setSteps] = useState(0);
  const [announced, setAnnounced] = useState('');
  const next = findNextDeadline(deadlines, opened);
  const first = next ? deadlines.indexOf(next) : deadlines.length - 1;
  const index = wrapIndex(first, steps, deadlines.length);
  const deadline = deadlines[index];
  if (!deadline) return null;
  const hasPassed = isDeadlinePassed(deadline, now);

  const step = (by: 1 | -1) => {
    const to = wrapIndex(index, by, deadlines.length);
    const shown = deadlines[to];
    setSteps(steps + by);
    if (shown) setAnnounced(`${shown.title}, ${formatDateTime(shown.due, zone)}`);
  };

  return (
    <Section title="Deadlines">
      <Paper radius="sm" p="md" className={classes.card} mod={{ passed: hasPassed }}>
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Group gap="xs">
            <Text size="sm" c="dimmed">
              {index + 1} of {deadlines.length}
            </Text>
            {hasPassed && (
              <Badge color="gray" variant="filled">
                Passed
              </Badge>
            )}
          </Group>
          <div data-scripted>
            <PreviousNextButtons noun="deadline" onStep={step} />
          </div>
        </Group>
        <Title order={3} size="h4" mih="2.8em" mt="0.35rem">
          {deadline.title}
        </Title>
        <Text>
          <time dateTime={deadline.due}>{formatDateTime(deadline.due, zone)}</time>
        </Text>
        <Box mih="3.9rem" mt="sm">
          {!hasPassed && <Countdown deadline={deadline} now={now} />}
        </Box>
      </Paper>
      <Dots deadlines={deadlines} shown={deadline} now={now} />
      <Text size="sm" c="dimmed">
        Times are in the department’s time zone ({zone}).
      </Text>
      <AllWithoutScript deadlines={deadlines} zone={zone} />
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
    </Section>
  );
}

/** Lists all deadlines, because users without JavaScript cannot step through them. */
const AllWithoutScript = ({
  deadlines,
  zone,
}: {
  deadlines: readonly Deadline[];
  zone: string;
}) => (
  <noscript>
    <ul>
      {deadlines.map(({ title, due }) => (
        <li key={title + due}>
          {title}: {formatDateTime(due, zone)}
        </li>
      ))}
    </ul>
  </noscript>
);

type DotsProps = { deadlines: readonly Deadline[]; shown: Deadline; now: Date };

function Dots({ deadlines, shown, now }: DotsProps) {
  const colorOf = (each: Deadline) => {
    if (each === shown) return 'var(--portal-drawing-accent)';
    return isDeadlinePassed(each, now)
      ? 'var(--mantine-color-dimmed)'
      : 'var(--mantine-color-default-border)';
  };
  return (
    <Group gap="0.4rem" aria-hidden>
      {deadlines.map((each) => (
        <Box
          component="span"
          key={each.title + each.due}
          flex={1}
          h={4}
          bdrs={2}
          bg={colorOf(each)}
        />
      ))}
    </Group>
  );
}
