import { Box, Paper, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';

type LoadingProps = {
  label?: string;
  children: ReactNode;
};

/** Hides skeleton placeholders from screen readers, and announces once that the content is loading. */
export function Loading({ label = 'Loading…', children }: LoadingProps) {
  return (
    <div role="status" aria-busy="true">
      <VisuallyHidden>{label}</VisuallyHidden>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

const widths = ['92%', '78%', '85%', '64%', '88%', '71%'];

export function LoadingLines({ lines = 3, label }: { lines?: number; label?: string }) {
  return (
    <Loading label={label}>
      <Stack gap="sm">
        {Array.from({ length: lines }, (_, line) => (
          <Skeleton key={widths[line] ?? line} height={14} width={widths[line % widths.length]} />
        ))}
      </Stack>
    </Loading>
  );
}

/** Skeleton placeholders for sections. If `height` is that of the real ones, the layout does not shift. */
export function LoadingCards({
  cards = 1,
  height = 180,
  label,
}: {
  cards?: number;
  height?: number;
  label?: string;
}) {
  return (
    <Loading label={label}>
      <Stack gap="lg">
        {Array.from({ length: cards }, (_, card) => `card-${card}`).map((card) => (
          <Box key={card} h={height}>
            <Skeleton height={16} width="24%" mb="lg" />
            <Skeleton height={12} width="90%" mb="sm" />
            <Skeleton height={12} width="74%" />
          </Box>
        ))}
      </Stack>
    </Loading>
  );
}

export function LoadingTable({
  rows = 5,
  columns = 4,
  label,
}: {
  rows?: number;
  columns?: number;
  label?: string;
}) {
  return (
    <Loading label={label}>
      <Paper px="sm" py={4}>
        {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row) => (
          <div
            key={row}
            style={{
              display: 'grid',
              gridTemplateColumns: `2fr repeat(${columns - 1}, 1fr)`,
              gap: 24,
              padding: '11px 0',
            }}
          >
            {Array.from({ length: columns }, (_, column) => `column-${column}`).map((column) => (
              <Skeleton key={column} height={13} />
            ))}
          </div>
        ))}
      </Paper>
    </Loading>
  );
}
