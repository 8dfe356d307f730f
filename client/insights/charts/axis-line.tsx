import type { SVGProps } from 'react';

/** Grid line of a chart. The line at 0 is solid; all other lines are dashed. */
export const AxisLine = ({ value, ...ends }: { value: number } & SVGProps<SVGLineElement>) =>
  value === 0 ? (
    <line stroke="var(--chart-line)" {...ends} />
  ) : (
    <line stroke="var(--chart-grid)" strokeDasharray="5 5" {...ends} />
  );
