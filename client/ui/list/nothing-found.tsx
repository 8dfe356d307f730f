import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState } from '#client/ui/state/empty-state.tsx';

type NothingFoundProps = {
  title: string;
  children: ReactNode;
  /** Plural noun for the button label: "courses" results in "Show all courses". */
  all?: string;
  onShowAll: () => void;
};

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
