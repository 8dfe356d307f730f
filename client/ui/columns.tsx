import { Box, type BoxProps } from '@mantine/core';
import type { ReactNode } from 'react';

type ColumnsProps = BoxProps & {
  /** Grid tracks of the columns. In a narrow window they are below one another. */
  widths: string;
  children: ReactNode;
};

export const Columns = ({ widths, ...props }: ColumnsProps) => (
  <Box __vars={{ '--columns': widths }} {...props} className="columns" />
);
