import { Box, type BoxProps } from '@mantine/core';
import type { ReactNode } from 'react';

type ColumnsProps = BoxProps & {
  /** Widths of the columns as CSS grid tracks. In a narrow window, the columns are stacked instead. */
  widths: string;
  children: ReactNode;
};

export const ColumnLayout = ({ widths, ...props }: ColumnsProps) => (
  <Box __vars={{ '--columns': widths }} {...props} className="columns" />
);
