import { Table, Text } from '@mantine/core';
import { ListTable } from '#client/ui/list/list-table.tsx';
import { type UsageTotal, usageTotals } from '#contract/admin/request-usage.ts';

type UsageTableProps = {
  label: 'Accounts' | 'Networks';
  rows: readonly {
    key: string;
    name: string;
    detail?: string;
    totals: Readonly<Record<UsageTotal, number>>;
  }[];
};

const totalNames = Object.keys(usageTotals) as UsageTotal[];
const numberFormat = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });

export function UsageTable({ label, rows }: UsageTableProps) {
  if (rows.length === 0) return null;
  const columns = [
    { title: label, w: '40%' },
    ...totalNames.map((name) => ({ title: usageTotals[name], ta: 'right' as const })),
  ];
  return (
    <ListTable label={label} columns={columns} cardsBelow="sm">
      {rows.map(({ key, name, detail, totals }) => (
        <Table.Tr key={key}>
          <Table.Th scope="row" fw={600} className="breakable">
            <bdi>{name}</bdi>
            {detail !== undefined && (
              <Text size="sm" c="dimmed" className="breakable">
                {detail}
              </Text>
            )}
          </Table.Th>
          {totalNames.map((total) => (
            <Table.Td key={total} ta="right" className="tabular">
              <Text span size="sm" c="dimmed" hiddenFrom="sm">
                {usageTotals[total]}{' '}
              </Text>
              {numberFormat.format(totals[total])}
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </ListTable>
  );
}
