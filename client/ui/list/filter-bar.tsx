import { Button, Group, Modal, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import { Fragment, type ReactNode, useState } from 'react';
import { DialogFooter } from '#client/ui/dialog/dialog-footer.tsx';
import classes from './list.module.css';

export type ListFilter = { name: string; isActive: boolean; element: ReactNode };

type FilterBarProps = {
  /** The search field, and filters for which every window has room. */
  children?: ReactNode;
  /** Further filters, the most frequent first. A window that has no room for all offers the others in a dialog. */
  filters?: readonly ListFilter[];
  /** Number of these filters for which a tablet has room. */
  tabletFilters?: number;
  actions?: ReactNode;
};

const isSync = { getInitialValueInEffect: false };

/** Search, filters and actions of a list, on one line unless the window is as narrow as a phone. */
export function FilterBar({ children, filters = [], tabletFilters = 2, actions }: FilterBarProps) {
  const isWide = useMediaQuery('(min-width: 75em)', true, isSync);
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, isSync);
  const shown = isWide ? filters.length : isPhone ? 0 : tabletFilters;
  const rest = filters.slice(shown);
  return (
    <Group gap="sm" align="flex-start" className={classes.filters} data-toolbar>
      {children}
      {filters.slice(0, shown).map(({ name, element }) => (
        <Fragment key={name}>{element}</Fragment>
      ))}
      {(rest.length > 0 || actions) && (
        <Group gap="sm" className={classes.actions}>
          {rest.length > 0 && <FiltersButton filters={rest} />}
          {actions}
        </Group>
      )}
    </Group>
  );
}

function FiltersButton({ filters }: { filters: readonly ListFilter[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const active = filters.filter(({ isActive }) => isActive).length;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFilter size={18} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {active === 0 ? 'Filters' : `Filters (${active})`}
      </Button>
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title="Filters">
        <Stack>
          {filters.map(({ name, element }) => (
            <Fragment key={name}>{element}</Fragment>
          ))}
          <DialogFooter>
            <Button onClick={() => setIsOpen(false)}>Show the list</Button>
          </DialogFooter>
        </Stack>
      </Modal>
    </>
  );
}
