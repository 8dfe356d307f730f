import { Group, type GroupProps, Paper } from '@mantine/core';

type StickyBarProps = GroupProps & {
  role?: string;
  /** True if no action is needed, for example if there are no changes to save. The bar is then not sticky. */
  isIdle?: boolean;
};

export const StickyBar = ({ isIdle = false, ...props }: StickyBarProps) => (
  <Paper
    className={isIdle ? undefined : 'sticky'}
    data-sticky-bar={isIdle ? undefined : true}
    bottom="calc(0.5rem + var(--portal-bottom-bar, 0px))"
    p={{ base: '0.6rem', xs: '0.75rem 1rem' }}
    shadow={isIdle ? undefined : 'md'}
    data-no-print
  >
    <Group gap="0.6rem 1rem" {...props} />
  </Paper>
);
