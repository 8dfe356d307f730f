import type { ReactNode } from 'react';
import { Sentence } from '#client/ui/sentence.tsx';
import { type Axis, along } from './axis.ts';
import { ChartTooltip, type TooltipContent } from './chart-tooltip.tsx';
import classes from './charts.module.css';

type Row = { key: string; label: string };

type RowsProps<R extends Row> = {
  rows: readonly R[];
  axis: Axis;
  /** Of the axis. */
  format: (value: number) => string;
  /** What stands in a row, along the axis in per cent: nothing is measured, so any width and zoom will do. */
  draw: (row: R) => ReactNode;
  contentOf: (row: R) => TooltipContent['items'];
  /** Room for values beside the bars: right of them, or on both sides. */
  room?: 'right' | 'both';
};

/** Beyond so many rows the axis stands above them, too. */
const inSight = 15;

/** A row for each, its name beside it: names stay readable on a narrow screen. */
export function Rows<R extends Row>({ rows, axis, format, draw, contentOf, room }: RowsProps<R>) {
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
        {rows.length > inSight && labels}
        <div className={classes.lines}>
          <AxisLines axis={axis} />
          {rows.map((row, at) => (
            <div key={row.key} className={classes.row} data-at={at}>
              <span className={classes.name}>
                <Sentence text={row.label} />
              </span>
              <svg className={classes.bar} aria-hidden="true" focusable="false">
                {draw(row)}
              </svg>
            </div>
          ))}
        </div>
        {labels}
      </div>
    </ChartTooltip>
  );
}

function AxisLines({ axis }: { axis: Axis }) {
  return (
    <div className={classes.grid}>
      <svg aria-hidden="true" focusable="false">
        {axis.ticks.map((value) => {
          const x = `${along(axis, value)}%`;
          const isZero = value === 0;
          return (
            <line
              key={value}
              className={isZero ? classes.zero : classes.line}
              x1={x}
              x2={x}
              y2="100%"
            />
          );
        })}
      </svg>
    </div>
  );
}

function AxisLabels({ axis, format }: Pick<RowsProps<Row>, 'axis' | 'format'>) {
  const labels = axis.ticks.map((value) => ({ value, text: format(value) }));
  // The ends and the middle have room on a phone, whatever they say.
  const isMany = labels.length > 3 && labels.map(({ text }) => text).join('').length > 10;
  return (
    <div className={classes.row}>
      <div className={classes.ticks} data-many={isMany || undefined}>
        {labels.map(({ value, text }) => (
          <span key={value} style={{ left: `${along(axis, value)}%` }}>
            {text}
          </span>
        ))}
      </div>
    </div>
  );
}
