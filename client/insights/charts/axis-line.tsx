import type { SVGProps } from 'react';

export const AxisLine = ({ value, ...ends }: { value: number } & SVGProps<SVGLineElement>) =>
  value === 0 ? (
    <line stroke="var(--chart-line)" {...ends} />
  ) : (
    <line stroke="var(--chart-grid)" strokeDasharray="5 5" {...ends} />
  );
