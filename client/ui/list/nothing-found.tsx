import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState } from '#client/ui/state/empty-state.tsx';

type NothingFoundProps = {
  title: string;
  /** What was searched, or what else to try. */
  children: ReactNode;
  /** What there is without the search: "courses". */
  all?: string;
  onShowAll: () => void;
};

/** Drawn where a search finds nothing, with the way back to everything. */
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
