import { Box, Group, Tooltip } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type PointerEvent, type ReactNode, useState } from 'react';
import { type BarFill, FillSwatch } from './fills.tsx';

export type TooltipContent = {
  title: string;
  items: readonly { label: string; value: string; fill?: BarFill }[];
};

type ChartTooltipProps = {
  /** `at` is the `data-at` attribute of the hovered element. */
  contentOf: (at: number) => TooltipContent | undefined;
  /** Side of the pointer on which the tooltip appears. The tooltip should not cover the hovered element. */
  position: 'top' | 'right';
  children: ReactNode;
};

export function ChartTooltip({ contentOf, position, children }: ChartTooltipProps) {
  const [at, setAt] = useState<number>();
  // Hide the tooltip on resize, which can move the hovered element away from the pointer.
  useWindowEvent('resize', () => setAt(undefined));
  const content = at === undefined ? undefined : contentOf(at);
  const point = ({ target }: PointerEvent) => {
    const place = target instanceof Element ? target.closest<SVGElement>('[data-at]') : null;
    setAt(place ? Number(place.dataset.at) : undefined);
  };
  return (
    <Tooltip.Floating
      // Stay inside the page, which defines the chart colours as CSS variables.
      withinPortal={false}
      multiline
      w="max-content"
      maw="min(18rem, 90vw)"
      p="0.5rem 0.75rem"
      bd="1px solid var(--mantine-color-default-border)"
      bg="var(--chart-ground)"
      c="var(--mantine-color-text)"
      style={{ boxShadow: 'var(--mantine-shadow-md)' }}
      position={position}
      disabled={!content}
      label={content && <Numbers {...content} />}
    >
      <Box fz="xs" c="var(--chart-text)" onPointerMove={point}>
        {children}
      </Box>
    </Tooltip.Floating>
  );
}

function Numbers({ title, items }: TooltipContent) {
  return (
    <>
      <strong>{title}</strong>
      <Box component="dl" mt={4}>
        {items.map(({ label, value, fill }) => (
          <Group key={label} gap="lg" justify="space-between" wrap="nowrap">
            <Group component="dt" gap="0.4rem" wrap="nowrap">
              {fill && <FillSwatch fill={fill} />}
              {label}
            </Group>
            <dd>{value}</dd>
          </Group>
        ))}
      </Box>
    </>
  );
}
