import type { ReactNode } from 'react';
import classes from './list.module.css';

type FilterBarProps = {
  /** The search box and the filter fields. */
  children: ReactNode;
  /** Buttons such as "New …" and "Save as file". */
  actions: ReactNode;
};

export function FilterBar({ children, actions }: FilterBarProps) {
  return (
    <div className={classes.filters}>
      {children}
      <div className={classes.actions}>{actions}</div>
    </div>
  );
}
