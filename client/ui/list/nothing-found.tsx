import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState } from '#client/ui/state/empty-state.tsx';

type NothingFoundProps = {
  title: string;
  /** Says what was searched or suggests another search. */
  children: ReactNode;
  /** Plural noun of the list: "courses". */
  all?: string;
  onShowAll: () => void;
};

/** Empty state of a search, with a button that shows all entries. */
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
