import type { ReactNode } from 'react';
import classes from './list.module.css';
import { SearchField, type SearchFieldProps } from './search-field.tsx';

type ListBarProps = SearchFieldProps & {
  /** Controls next to the search box: filters, "New …", "Save as file". */
  children?: ReactNode;
};

export function ListBar({ children, ...search }: ListBarProps) {
  return (
    <div className={classes.bar}>
      <SearchField {...search} />
      <div className={classes.beside}>{children}</div>
    </div>
  );
}
