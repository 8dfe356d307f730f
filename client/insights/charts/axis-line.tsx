import type { SVGProps } from 'react';

/** Grid line at a value. The line at 0 is solid. */
export const AxisLine = ({ value, ...ends }: { value: number } & SVGProps<SVGLineElement>) =>
  value === 0 ? (
    <line stroke="var(--chart-line)" {...ends} />
  ) : (
    <line stroke="var(--chart-grid)" strokeDasharray="5 5" {...ends} />
  );
