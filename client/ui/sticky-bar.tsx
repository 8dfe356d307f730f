import { Group, type GroupProps, Paper } from '@mantine/core';

type StickyBarProps = GroupProps & {
  role?: string;
  /** True if there is nothing to do, such as nothing to save. The bar then does not stick to the window. */
  isIdle?: boolean;
};

export const StickyBar = ({ isIdle = false, ...props }: StickyBarProps) => (
  <Paper
    className={isIdle ? undefined : 'sticky'}
    bottom="0.5rem"
    p={{ base: '0.6rem', xs: '0.75rem 1rem' }}
    shadow={isIdle ? undefined : 'md'}
    data-no-print
  >
    <Group gap="0.6rem 1rem" {...props} />
  </Paper>
);
