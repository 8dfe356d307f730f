import { Button } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { useDownload } from '#client/api/use-download.ts';
import { SaveMenu } from '#client/ui/list/save-menu.tsx';
import { Section } from '#client/ui/section.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { Loaded, type Read } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import {
  exportInsight,
  type InsightChart,
  type InsightRows,
  type SpreadKey,
} from '#contract/insights.ts';
import { insightTables } from '#contract/rules/insight-tables.ts';
import { InsightTable } from './insight-table.tsx';
import classes from './insights.module.css';
import type { InsightAddress } from './use-insight-address.ts';

type InsightSectionProps<Chart extends InsightChart> = {
  chart: Chart;
  description: ReactNode;
  read: Read<InsightRows[Chart][]> & { isStale: boolean };
  query: InsightAddress['filter'] & { by?: SpreadKey; milestone?: string };
  /** Whether a filter value is unknown, so that no mark matches. */
  isUnknown?: boolean;
  /** The heading where there is nothing to draw. */
  empty: string;
  isEmpty?: (rows: readonly InsightRows[Chart][]) => boolean;
  controls?: ReactNode;
  children: (rows: InsightRows[Chart][]) => ReactNode;
};

/** One chart with its table, and its numbers as a file. */
export function InsightSection<Chart extends InsightChart>({
  chart,
  description,
  read,
  query,
  isUnknown = false,
  empty,
  isEmpty = (rows) => rows.length === 0,
  controls,
  children,
}: InsightSectionProps<Chart>) {
  const { name } = insightTables[chart];
  const { download, progress } = useDownload({ failure: 'Failed to save the table' });
  return (
    <Section
      title={name}
      description={description}
      actions={
        <SaveMenu
          {...progress}
          isDisabled={isUnknown}
          onSave={(format) =>
            download(exportInsight, { params: { chart }, query: { ...query, format } })
          }
        />
      }
    >
      {controls && <div className={classes.controls}>{controls}</div>}
      {/* The first stands above others that are in sight while it is read. */}
      <div className={chart === 'submissions' ? classes.first : undefined}>
        <Loaded read={read} loading={<LoadingLines lines={8} label={`Loading: ${name}…`} />}>
          {(rows) =>
            isEmpty(rows) ? (
              <EmptyState title={empty} />
            ) : (
              <Drawn chart={chart} rows={rows} isStale={read.isStale}>
                {children(rows)}
              </Drawn>
            )
          }
        </Loaded>
      </div>
    </Section>
  );
}

type DrawnProps<Chart extends InsightChart> = {
  chart: Chart;
  rows: readonly InsightRows[Chart][];
  isStale: boolean;
  children: ReactNode;
};

/** The chart is one picture to a screen reader; its numbers are in the table. */
function Drawn<Chart extends InsightChart>({ chart, rows, isStale, children }: DrawnProps<Chart>) {
  const [isTable, setIsTable] = useState(false);
  const tableId = useId();
  const label = `Chart: ${insightTables[chart].name}. “Show as table” has its numbers.`;
  return (
    <div aria-busy={isStale} className={isStale ? classes.stale : undefined}>
      <div role="img" aria-label={label}>
        {children}
      </div>
      <Button
        variant="subtle"
        size="compact-sm"
        mt="sm"
        aria-expanded={isTable}
        aria-controls={tableId}
        onClick={() => setIsTable(!isTable)}
      >
        {isTable ? 'Hide table' : 'Show as table'}
      </Button>
      <div id={tableId}>{isTable && <InsightTable chart={chart} rows={rows} />}</div>
    </div>
  );
}
