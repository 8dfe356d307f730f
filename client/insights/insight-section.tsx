import { Box, Button, Group, SimpleGrid } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { useDownload } from '#client/api/files/use-download.ts';
import { MoreMenu } from '#client/ui/list/more-menu.tsx';
import { Section } from '#client/ui/section.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { Loaded, type ReadResult } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import {
  exportInsight,
  type InsightChart,
  type InsightRows,
  type MarkDistributionDimension,
} from '#contract/insights.ts';
import { insightTables } from '#contract/rules/insight-tables.ts';
import { InsightTable } from './insight-table.tsx';
import type { InsightFilterState } from './use-insight-filters.ts';

type InsightSectionProps<Chart extends InsightChart> = {
  chart: Chart;
  description: ReactNode;
  read: ReadResult<InsightRows[Chart][]> & { isStale: boolean };
  query: InsightFilterState['filter'] & { by?: MarkDistributionDimension; milestone?: string };
  /** True if a filter has an unknown value, so that no row matches. */
  isUnknown?: boolean;
  empty: string;
  isEmpty?: (rows: readonly InsightRows[Chart][]) => boolean;
  controls?: ReactNode;
  /** True to show only the first rows until the user asks for all. The table always contains all rows. */
  limitsRows?: boolean;
  children: (rows: InsightRows[Chart][]) => ReactNode;
};

export function InsightSection<Chart extends InsightChart>({
  chart,
  description,
  read,
  query,
  isUnknown = false,
  empty,
  isEmpty = (rows) => rows.length === 0,
  controls,
  limitsRows = false,
  children,
}: InsightSectionProps<Chart>) {
  const { name } = insightTables[chart];
  const { download, progress } = useDownload({ failure: 'Couldn’t export the table' });
  return (
    <Section
      title={name}
      description={description}
      actions={
        <MoreMenu
          onlySaves
          download={{
            ...progress,
            isDisabled: isUnknown,
            onSave: (format) =>
              download(exportInsight, { params: { chart }, query: { ...query, format } }),
          }}
        />
      }
    >
      {controls && (
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" maw="32.75rem">
          {controls}
        </SimpleGrid>
      )}
      {/* Prevent the charts below from moving when the first one loads. */}
      <Box mih={chart === 'submissions' ? '25rem' : undefined}>
        <Loaded read={read} loading={<LoadingLines lines={8} label={`Loading: ${name}…`} />}>
          {(rows) =>
            isEmpty(rows) ? (
              <EmptyState title={empty} />
            ) : (
              <ChartWithTable
                chart={chart}
                rows={rows}
                isStale={read.isStale}
                maxRows={limitsRows ? maxFirstRows : rows.length}
              >
                {children}
              </ChartWithTable>
            )
          }
        </Loaded>
      </Box>
    </Section>
  );
}

/** Number of supervisors that a chart shows before the user asks for all. */
const maxFirstRows = 10;

type ChartWithTableProps<Chart extends InsightChart> = {
  chart: Chart;
  rows: readonly InsightRows[Chart][];
  isStale: boolean;
  maxRows: number;
  children: (rows: InsightRows[Chart][]) => ReactNode;
};

/** Screen readers read the chart as an image and its numbers as a table. */
function ChartWithTable<Chart extends InsightChart>({
  chart,
  rows,
  isStale,
  maxRows,
  children,
}: ChartWithTableProps<Chart>) {
  const [isTable, setIsTable] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  const tableId = useId();
  const label = `Chart: ${insightTables[chart].name}. “Show as table” has its numbers.`;
  return (
    <Box aria-busy={isStale} opacity={isStale ? 0.6 : undefined}>
      <div role="img" aria-label={label}>
        {children(showsAll ? [...rows] : rows.slice(0, maxRows))}
      </div>
      <Group gap="xs" mt="sm">
        {rows.length > maxRows && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={showsAll}
            onClick={() => setShowsAll(!showsAll)}
          >
            {showsAll ? `Show only ${maxRows}` : `Show all ${rows.length}`}
          </Button>
        )}
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isTable}
          aria-controls={tableId}
          onClick={() => setIsTable(!isTable)}
        >
          {isTable ? 'Hide table' : 'Show as table'}
        </Button>
      </Group>
      <div id={tableId}>{isTable && <InsightTable chart={chart} rows={rows} />}</div>
    </Box>
  );
}
