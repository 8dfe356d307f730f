import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { describe, expect, test } from 'vitest';
import { contrast as contrastOf, shadesOf } from '#contract/values/colour.ts';
import { themeOf } from './theme.ts';

const white = '#ffffff';
const pageLight = '#f8f6f2';
const contrast = (one = '', other = '') => contrastOf(one, other);

/** The portal's own colour, and departments' from dark to as light as may be. */
const colours = [undefined, '#0a1f44', '#8b0000', '#5b2a86', '#006b3f', '#6f6f6f', '#866b00'];

describe.each(colours)('with the colour %s', (colour) => {
  const { theme, cssVariables } = themeOf(colour === undefined ? undefined : shadesOf(colour));
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const { pine = [], brass = [], red, green, gray, dark } = merged.colors;
  const { light: lightVariables, dark: darkVariables } = cssVariables(merged);

  const lightGrounds = [white, pageLight, pine[0]];
  const darkGrounds = [dark[6], dark[7], dark[8]];
  const lightTexts = ['error', 'success', 'placeholder', 'dimmed'] as const;

  test('text on light grounds has at least 4.5 to 1', () => {
    const texts = [...lightTexts.map((name) => lightVariables[`--mantine-color-${name}`]), pine[7]];
    for (const text of texts) {
      for (const ground of lightGrounds) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('text on dark grounds has at least 4.5 to 1', () => {
    const names = ['error', 'success', 'placeholder', 'anchor'] as const;
    const texts = [...names.map((name) => darkVariables[`--mantine-color-${name}`]), dark[2]];
    for (const text of texts) {
      for (const ground of darkGrounds) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('white on filled buttons has at least 4.5 to 1, light and dark', () => {
    for (const shades of [pine, brass, red, green]) {
      expect(contrast(white, shades[7])).toBeGreaterThanOrEqual(4.5);
      expect(contrast(white, shades[6])).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('tinted badges and alerts are read at 4.5 to 1', () => {
    for (const shades of [pine, brass, red, green, gray]) {
      expect(contrast(shades[9], shades[1])).toBeGreaterThanOrEqual(4.5);
      expect(contrast(shades[0], shades[8])).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('edges of fields, the focus ring and ticks are seen at 3 to 1', () => {
    for (const ground of lightGrounds) {
      expect(contrast(lightVariables['--portal-field-border'], ground)).toBeGreaterThanOrEqual(3);
      expect(contrast(lightVariables['--portal-focus'], ground)).toBeGreaterThanOrEqual(3);
      expect(contrast(pine[7], ground)).toBeGreaterThanOrEqual(3);
    }
    for (const ground of darkGrounds) {
      expect(contrast(darkVariables['--portal-field-border'], ground)).toBeGreaterThanOrEqual(3);
      expect(contrast(darkVariables['--portal-focus'], ground)).toBeGreaterThanOrEqual(3);
      expect(contrast(pine[6], ground)).toBeGreaterThanOrEqual(3);
    }
  });
});
