import { Group, Text } from '@mantine/core';
import { type Deadline, remaining } from '#contract/deadlines.ts';
import classes from './deadlines.module.css';

const units = [
  ['days', 'day'],
  ['hours', 'hour'],
  ['minutes', 'minute'],
] as const;

/** Days, hours and minutes that remain, or that none do (spec 4). */
export function Countdown({ deadline, now }: { deadline: Deadline; now: Date }) {
  const left = remaining(deadline, now);
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
    <Group component="span" role="timer" gap="xs" className="tabular">
      {units.map(([unit, one]) => (
        <span key={unit} className={classes.unit}>
          <span className={classes.figure}>{left[unit]}</span>{' '}
          <span className={classes.unitName}>{left[unit] === 1 ? one : unit}</span>{' '}
        </span>
      ))}
    </Group>
  );
}
