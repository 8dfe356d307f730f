import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';

type ListFrameProps = {
  /** True while the rows still belong to the previous page or search. */
  isStale?: boolean;
  children: ReactNode;
};

export function ListFrame({ isStale = false, children }: ListFrameProps) {
  return (
    <Paper style={{ overflow: 'hidden' }} opacity={isStale ? 0.6 : undefined} aria-busy={isStale}>
      {children}
    </Paper>
  );
}
