import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

type NumbersTableProps = {
  label: string;
  columns: readonly { title: string; isNumber?: boolean }[];
  minWidth: number;
  children: ReactNode;
};

/** A table of numbers, which scrolls sideways in a narrow window. */
export function NumbersTable({ label, columns, minWidth, children }: NumbersTableProps) {
  return (
    <Table.ScrollContainer
      minWidth={minWidth}
      type="native"
      tabIndex={0}
      role="region"
      aria-label={`Table: ${label}`}
    >
      <Table aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ title, isNumber }) => (
              <Table.Th key={title} ta={isNumber ? 'right' : undefined}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody style={{ verticalAlign: 'top' }}>{children}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

export function NumberCell({ children }: { children: ReactNode }) {
  return <Table.Td ta="right">{children}</Table.Td>;
}

/** Formats a percentage with two decimals, or a dash if there is none. */
export const formatShare = (percent: number | null): string =>
  percent === null ? '–' : percent.toFixed(2);
