import type { ReactNode } from 'react';
import classes from './list.module.css';

type FilterBarProps = {
  children: ReactNode;
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
