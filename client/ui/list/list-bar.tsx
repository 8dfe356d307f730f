import type { ReactNode } from 'react';
import classes from './list.module.css';
import { SearchField, type SearchFieldProps } from './search-field.tsx';

type ListBarProps = SearchFieldProps & {
  /** Beside the search box: filters, "New …", "Save as file". */
  children?: ReactNode;
};

/** The search box above a list, with how much was found, and beside it what else the list offers. */
export function ListBar({ children, ...search }: ListBarProps) {
  return (
    <div className={classes.bar}>
      <SearchField {...search} />
      <div className={classes.beside}>{children}</div>
    </div>
  );
}
