import type { ReactNode } from 'react';
import classes from './list.module.css';

type ListFrameProps = {
  /** True while the rows belong to the previous page or search. */
  isStale?: boolean;
  children: ReactNode;
};

export function ListFrame({ isStale = false, children }: ListFrameProps) {
  return (
    <div className={classes.frame} aria-busy={isStale}>
      {children}
    </div>
  );
}
