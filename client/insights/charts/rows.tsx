import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { BidiSentence } from '#client/ui/sentence.tsx';
import { type ChartAxis, getAxisPercent } from './axis.ts';
import { AxisLine } from './axis-line.tsx';
import { ChartTooltip, type TooltipContent } from './chart-tooltip.tsx';
import classes from './charts.module.css';

type Row = { key: string; label: string };

type RowsProps<R extends Row> = {
  rows: readonly R[];
  axis: ChartAxis;
  format: (value: number) => string;
  /** The SVG positions must be percentages, because the chart does not measure its width. */
  draw: (row: R) => ReactNode;
  contentOf: (row: R) => TooltipContent['items'];
  /** Sides with space for the values beside the bars. */
  room?: 'right' | 'both';
};

/** Charts with more rows than this also show the axis labels at the top. */
const maxRowsInView = 15;

/** Labels are above the bars on narrow screens. */
export function RowChart<R extends Row>({
  rows,
  axis,
  format,
  draw,
  contentOf,
  room,
}: RowsProps<R>) {
  const labels = <AxisLabels axis={axis} format={format} />;
  return (
    <ChartTooltip
      position="top"
      contentOf={(at) => {
        const row = rows[at];
        return row && { title: row.label, items: contentOf(row) };
      }}
    >
      <div className={classes.rows} data-room={room}>
        {rows.length > maxRowsInView && labels}
        <Box pos="relative">
          <AxisLines axis={axis} />
          {rows.map((row, at) => (
            <div key={row.key} className={classes.row} data-at={at}>
              <Box component="span" py="0.15rem" lh={1.2} ta="end" className="breakable">
                <BidiSentence text={row.label} />
              </Box>
              <svg width="100%" height="32" overflow="visible" aria-hidden="true" focusable="false">
                {draw(row)}
              </svg>
            </div>
          ))}
        </Box>
        {labels}
      </div>
    </ChartTooltip>
  );
}

function AxisLines({ axis }: { axis: ChartAxis }) {
  return (
    <div className={classes.grid}>
      <svg
        width="100%"
        height="100%"
        overflow="visible"
        style={{ gridColumn: 2 }}
        aria-hidden="true"
        focusable="false"
      >
        {axis.ticks.map((value) => {
          const x = `${getAxisPercent(axis, value)}%`;
          return <AxisLine key={value} value={value} x1={x} x2={x} y2="100%" />;
        })}
      </svg>
    </div>
  );
}

function AxisLabels({ axis, format }: Pick<RowsProps<Row>, 'axis' | 'format'>) {
  const labels = axis.ticks.map((value) => ({ value, text: format(value) }));
  // On phones, show only the first, the middle and the last label if there is no space for all.
  const isMany = labels.length > 3 && labels.map(({ text }) => text).join('').length > 10;
  return (
    <div className={classes.row}>
      <div className={classes.ticks} data-many={isMany || undefined}>
        {labels.map(({ value, text }) => (
          <span key={value} style={{ left: `${getAxisPercent(axis, value)}%` }}>
            {text}
          </span>
        ))}
      </div>
    </div>
  );
}
