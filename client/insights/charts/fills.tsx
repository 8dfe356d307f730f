import { Group } from '@mantine/core';

/** The fills include patterns, because colour alone must not distinguish series. */
export const barFills = {
  pine: 'var(--chart-pine)',
  brassStripes: 'url(#insights-brass-stripes)',
  gray: 'var(--chart-gray)',
  red: 'var(--chart-red)',
  greenStripes: 'url(#insights-green-stripes)',
  inkDots: 'url(#insights-ink-dots)',
} as const;
export type BarFill = keyof typeof barFills;

/** SVG patterns, rendered once per page. Charts refer to them by id. */
export function FillPatterns() {
  return (
    <svg width="0" height="0" style={{ position: 'absolute' }} aria-hidden="true" focusable="false">
      <defs>
        <pattern id="insights-brass-stripes" width="6" height="6" patternUnits="userSpaceOnUse">
          <rect width="6" height="6" fill="var(--chart-brass)" />
          <path d="M-1 7 L7 -1 M-4 4 L4 -4 M2 10 L10 2" stroke="var(--chart-ground)" />
        </pattern>
        <pattern id="insights-green-stripes" width="6" height="4" patternUnits="userSpaceOnUse">
          <rect width="6" height="4" fill="var(--chart-green)" />
          <path d="M0 2 H6" stroke="var(--chart-ground)" />
        </pattern>
        <pattern id="insights-ink-dots" width="5" height="5" patternUnits="userSpaceOnUse">
          <rect width="5" height="5" fill="var(--chart-ink)" />
          <circle cx="2.5" cy="2.5" r="1" fill="var(--chart-ground)" />
        </pattern>
      </defs>
    </svg>
  );
}

export function FillSwatch({ fill }: { fill: BarFill }) {
  return (
    <svg width="14" height="14" aria-hidden="true" focusable="false">
      <rect width="14" height="14" rx="2" fill={barFills[fill]} />
    </svg>
  );
}

type LegendProps = { items: readonly { label: string; fill: BarFill }[] };

export function ChartLegend({ items }: LegendProps) {
  return (
    <Group component="ul" gap="0.25rem 1rem" mb="sm" fz="sm" className="plain" aria-hidden>
      {items.map(({ label, fill }) => (
        <Group component="li" key={label} gap="0.4rem" wrap="nowrap">
          <FillSwatch fill={fill} />
          {label}
        </Group>
      ))}
    </Group>
  );
}
