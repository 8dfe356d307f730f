import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { FilterChips, type ListFilter } from './filter-chips.tsx';
import classes from './list.module.css';

type FilterBarProps = {
  /** The search field, and the fields of a list with a single filter. */
  children?: ReactNode;
  filters?: readonly ListFilter[];
  actions?: ReactNode;
};

/** Search, filters and actions of a list, on one line unless the window is as narrow as a phone. */
export const FilterBar = ({ children, filters, actions }: FilterBarProps) => (
  <Group gap="sm" align="flex-start" className={classes.filters} data-toolbar>
    {children}
    {filters && <FilterChips filters={filters} />}
    {actions && (
      <Group gap="sm" className={classes.actions}>
        {actions}
      </Group>
    )}
  </Group>
);
