import type { ReactNode } from 'react';
import classes from './list.module.css';

type ListFrameProps = {
  /** The rows still belong to the page or search before. */
  isStale?: boolean;
  children: ReactNode;
};

/** The card around a list's rows or table. */
export function ListFrame({ isStale = false, children }: ListFrameProps) {
  return (
    <div className={classes.frame} aria-busy={isStale}>
      {children}
    </div>
  );
}
