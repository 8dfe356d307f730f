import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './list.module.css';

type FilterBarProps = {
  children: ReactNode;
  actions: ReactNode;
};

export function FilterBar({ children, actions }: FilterBarProps) {
  return (
    <Group gap="sm" align="flex-start" className={classes.filters}>
      {children}
      <Group gap="sm" className={classes.actions}>
        {actions}
      </Group>
    </Group>
  );
}
