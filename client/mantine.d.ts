import '@mantine/core';

declare module '@mantine/core' {
  export interface MantineThemeSizesOverride {
    breakpoints: Record<DefaultMantineSize | 'nav', string>;
  }
}
