import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { componentDefaults } from './theme-components.ts';

const pine: MantineColorsTuple = [
  '#eff6f4',
  '#dcebe7',
  '#b9d7d0',
  '#8fbdb3',
  '#62a195',
  '#45897d',
  '#337c71',
  '#1d5b52',
  '#174a43',
  '#103a34',
];

/** Accent colour of text, illustrations, badges and alerts. */
const brass: MantineColorsTuple = [
  '#fbf5ea',
  '#f5e8ce',
  '#ebd3a0',
  '#dfb96a',
  '#cf9b3d',
  '#b57f25',
  '#936216',
  '#7c5213',
  '#664311',
  '#52360e',
];

const red: MantineColorsTuple = [
  '#fdf2f0',
  '#fae0dc',
  '#f4bfb8',
  '#ec988d',
  '#df6c60',
  '#c94b40',
  '#b8392f',
  '#a02d25',
  '#802620',
  '#661e19',
];

const green: MantineColorsTuple = [
  '#f0f6ed',
  '#deedd7',
  '#bddbb0',
  '#97c384',
  '#72a95b',
  '#578f3f',
  '#457a30',
  '#356026',
  '#2b4e20',
  '#223f1a',
];

const gray: MantineColorsTuple = [
  '#faf9f6',
  '#f3f1ed',
  '#e7e4de',
  '#d6d2ca',
  '#b7b2a8',
  '#8a857b',
  '#69645b',
  '#4f4b44',
  '#36332e',
  '#211f1c',
];

const dark: MantineColorsTuple = [
  '#e4e8e6',
  '#c4cac7',
  '#a4aca8',
  '#838c88',
  '#3a4341',
  '#2c3432',
  '#222827',
  '#1a1f1e',
  '#131716',
  '#0d100f',
];

/** Other scripts than Latin fall back to the fonts of the system. */
const sans =
  'Figtree, "Figtree fallback", -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif';

const theme = createTheme({
  colors: { pine, brass, red, green, gray, dark },
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 6 },
  black: '#211f1c',
  fontFamily: sans,
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  fontWeights: { regular: '400', medium: '600', bold: '700' },
  headings: {
    fontFamily: sans,
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.4' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
      h4: { fontSize: '0.9375rem', lineHeight: '1.4' },
      h5: { fontSize: '0.875rem', lineHeight: '1.45' },
      h6: { fontSize: '0.8125rem', lineHeight: '1.45' },
    },
  },
  radius: { xs: '0.1875rem', sm: '0.375rem', md: '0.625rem', lg: '1rem', xl: '2rem' },
  defaultRadius: 'sm',
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  shadows: {
    xs: '0 1px 2px rgb(33 31 28 / 6%)',
    sm: '0 1px 3px rgb(33 31 28 / 8%), 0 4px 12px rgb(33 31 28 / 5%)',
    md: '0 2px 6px rgb(33 31 28 / 8%), 0 12px 28px rgb(33 31 28 / 12%)',
    lg: '0 4px 10px rgb(33 31 28 / 8%), 0 20px 44px rgb(33 31 28 / 16%)',
    xl: '0 6px 14px rgb(33 31 28 / 10%), 0 28px 60px rgb(33 31 28 / 20%)',
  },
  // Minimum window width at which all links of the navigation bar fit.
  breakpoints: { nav: '68em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: componentDefaults,
});

/** Returns background colours that make badges and alerts lighter than cards in the dark scheme. */
const buildDarkTints = (primary: MantineColorsTuple) =>
  Object.fromEntries(
    Object.entries({ pine: primary, brass, red, green, gray }).flatMap(([name, shades]) => [
      [`--mantine-color-${name}-light`, `color-mix(in srgb, ${shades[8]} 42%, ${dark[7]})`],
      [`--mantine-color-${name}-light-hover`, `color-mix(in srgb, ${shades[8]} 60%, ${dark[7]})`],
    ]),
  );

export function buildTheme(shades: readonly string[] | undefined) {
  const primary = (shades as MantineColorsTuple | undefined) ?? pine;
  return {
    theme: { ...theme, colors: { ...theme.colors, pine: primary } },
    cssVariables: buildCssVariables(primary),
  };
}

/** Overrides Mantine colours whose contrast is too low (WCAG 1.4.3, 1.4.11), and defines the portal's variables. */
const buildCssVariables =
  (primary: MantineColorsTuple): CSSVariablesResolver =>
  () => ({
    variables: {},
    light: {
      '--mantine-color-error': red[7],
      '--mantine-color-success': green[7],
      '--mantine-color-placeholder': gray[6],
      '--mantine-color-dimmed': gray[6],
      '--mantine-color-default-border': gray[3],
      '--mantine-color-default-hover': gray[1],
      '--mantine-color-disabled': gray[1],
      '--mantine-color-disabled-color': gray[6],
      '--portal-field-border': gray[5],
      '--portal-focus': primary[7],
      '--portal-accent-text': brass[7],
      '--portal-tint': primary[0],
      '--portal-drawing-line': primary[8],
      '--portal-drawing-fill': primary[1],
      '--portal-drawing-accent': brass[5],
    },
    dark: {
      ...buildDarkTints(primary),
      '--mantine-color-error': red[3],
      '--mantine-color-success': green[3],
      '--mantine-color-placeholder': dark[2],
      '--mantine-color-anchor': primary[3],
      '--mantine-color-disabled-color': dark[2],
      '--portal-field-border': dark[3],
      '--portal-focus': primary[3],
      '--portal-accent-text': brass[3],
      '--portal-tint': `color-mix(in srgb, ${primary[6]} 11%, ${dark[7]})`,
      '--portal-drawing-line': primary[3],
      '--portal-drawing-fill': `color-mix(in srgb, ${primary[6]} 22%, ${dark[7]})`,
      '--portal-drawing-accent': brass[4],
    },
  });
