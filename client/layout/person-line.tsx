import { Avatar, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './person-line.module.css';

type PersonLineProps = {
  name: string;
  /** The role or roll number. */
  role: string;
  /** Shown between the name and the role. */
  badge?: ReactNode;
  /** Contact details and further lines. */
  children?: ReactNode;
};

/** List item with a person's initials, name and role. */
export function PersonLine({ name, role, badge, children }: PersonLineProps) {
  return (
    <Group component="li" gap="0.85rem" align="stretch" wrap="nowrap" className={classes.card}>
      <Avatar name={name} color="pine" data-no-print aria-hidden />
      <Stack gap="0.35rem" flex={1} miw={0} className={classes.words}>
        <Group gap="0.15rem 0.6rem" align="baseline">
          <Text fw={600} className={`breakable ${classes.name}`} translate="no">
            {name}
          </Text>
          {badge}
          <Text size="sm" c="dimmed">
            {role}
          </Text>
        </Group>
        {children}
      </Stack>
    </Group>
  );
}
