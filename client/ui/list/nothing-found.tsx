import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState } from '#client/ui/state/empty-state.tsx';

type NothingFoundProps = {
  title: string;
  /** Says what was searched for, or suggests another search. */
  children: ReactNode;
  /** Plural noun for the entries, as in "Show all courses". */
  all?: string;
  onShowAll: () => void;
};

/** Empty state for a search without results, with a button that shows all entries. */
export function NothingFound({ title, children, all, onShowAll }: NothingFoundProps) {
  return (
    <EmptyState
      drawing="search"
      title={title}
      action={
        <Button variant="default" onClick={onShowAll}>
          Show all{all && ` ${all}`}
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}
