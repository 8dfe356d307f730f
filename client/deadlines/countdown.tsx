import { Group, Stack, Text } from '@mantine/core';
import { type Deadline, getTimeLeft } from '#contract/rules/deadlines.ts';

const units = [
  ['days', 'day'],
  ['hours', 'hour'],
  ['minutes', 'minute'],
] as const;

export function Countdown({ deadline, now }: { deadline: Deadline; now: Date }) {
  const left = getTimeLeft(deadline, now);
  if (!left) {
    return (
      <Text
        component="span"
        fw={600}
        px="0.9rem"
        py="xs"
        bg="var(--mantine-color-default-hover)"
        bdrs="sm"
      >
        Deadline passed
      </Text>
    );
  }
  return (
    <Group component="span" role="timer" gap="xs">
      {units.map(([unit, singular]) => (
        <Stack
          component="span"
          key={unit}
          gap={0}
          miw="4.5rem"
          py="0.35rem"
          px="0.6rem"
          ta="center"
          bg="var(--portal-tint)"
          bdrs="sm"
        >
          <Text span ff="heading" fz="1.5rem" fw={600} lh={1.25}>
            {left[unit]}
          </Text>{' '}
          <Text span fz="0.8125rem" c="dimmed">
            {left[unit] === 1 ? singular : unit}
          </Text>{' '}
        </Stack>
      ))}
    </Group>
  );
}
