import { Table } from '@mantine/core';
import { useKindLabel } from '#client/api/cohorts/cohort-content.ts';
import { useModules } from '#client/api/portal.ts';
import type { InsightChart, InsightRows } from '#contract/insights.ts';
import { type InsightColumn, insightTables } from '#contract/rules/insight-tables.ts';
import { isModuleEnabled } from '#contract/settings/modules.ts';
import { formatDate } from '#contract/values/time.ts';

type InsightTableProps<Chart extends InsightChart> = {
  chart: Chart;
  rows: readonly InsightRows[Chart][];
};

const cellProps = {
  text: {},
  number: { ta: 'right' },
  date: { style: { whiteSpace: 'nowrap' } },
} as const;

export function InsightTable<Chart extends InsightChart>({
  chart,
  rows,
}: InsightTableProps<Chart>) {
  const { name, getColumns } = insightTables[chart];
  const modules = useModules();
  const columns = getColumns(useKindLabel()).filter(({ module }) =>
    isModuleEnabled(modules, module),
  );
  return (
    <Table.ScrollContainer
      minWidth={columns.length * 90}
      maxHeight={420}
      type="native"
      tabIndex={0}
      role="region"
      aria-label={`Table: ${name}`}
    >
      <Table aria-label={name} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ title, type }) => (
              <Table.Th key={title} {...cellProps[type]}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)}>
              {columns.map((column) => (
                <Table.Td key={column.title} {...cellProps[column.type]}>
                  {renderCell(column, row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function keyOf(row: InsightRows[InsightChart]): string {
  if ('key' in row) return row.key;
  if ('day' in row) return row.day;
  return 'kind' in row ? row.kind : row.milestone;
}

function renderCell<Row>({ type, of }: InsightColumn<Row>, row: Row) {
  const value = of(row);
  return type === 'date' ? formatDate(String(value)) : value;
}
