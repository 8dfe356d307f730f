import { Group, Table, type TableThProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './list.module.css';

type ListTableProps = {
  label: string;
  columns: readonly (TableThProps & { title: string })[];
  /** Breakpoint below which each row is shown as a card, because the columns do not fit. */
  cardsBelow: 'sm' | 'md' | 'lg';
  children: ReactNode;
};

export function ListTable({ label, columns, cardsBelow, children }: ListTableProps) {
  return (
    <Table aria-label={label} className={`${classes.table} ${classes[cardsBelow]}`}>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ title, ...props }) => (
            <Table.Th key={title} {...props}>
              {title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody data-rows style={{ verticalAlign: 'top' }}>
        {children}
      </Table.Tbody>
    </Table>
  );
}

export const actionsColumn = { title: 'Actions', ta: 'right', w: '1%' } as const;

export function RowButtons({ children }: { children: ReactNode }) {
  return (
    <Group gap="xs" w="max-content" maw="100%" ms="var(--card-start, auto)">
      {children}
    </Group>
  );
}
