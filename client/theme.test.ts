import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { describe, expect, test } from 'vitest';
import { buildShades, getContrast as contrastOf } from '#contract/values/colour.ts';
import { buildTheme } from './theme.ts';

const white = '#ffffff';
const pageLight = '#f7f7f5';
const getContrast = (first = '', second = '') => contrastOf(first, second);

/** The default colour (`undefined`) and department colours of different hue and brightness. */
const colours = [undefined, '#0a1f44', '#8b0000', '#5b2a86', '#006b3f', '#6f6f6f', '#866b00'];

describe.each(colours)('the theme with the department colour %s', (colour) => {
  const { theme, cssVariables } = buildTheme(
    colour === undefined ? undefined : buildShades(colour),
  );
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const { pine = [], brass = [], red, green, gray, dark } = merged.colors;
  const { light: lightVariables, dark: darkVariables } = cssVariables(merged);

  const lightGrounds = [white, pageLight, pine[0]];
  const darkGrounds = [dark[6], dark[7], dark[8]];
  const lightTexts = ['error', 'success', 'placeholder', 'dimmed'] as const;

  test('has a contrast of at least 4.5:1 for text on light backgrounds', () => {
    const texts = [...lightTexts.map((name) => lightVariables[`--mantine-color-${name}`]), pine[7]];
    for (const text of texts) {
      for (const ground of lightGrounds)
        expect(getContrast(text, ground)).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('has a contrast of at least 4.5:1 for text on dark backgrounds', () => {
    const names = ['error', 'success', 'placeholder', 'anchor'] as const;
    const texts = [...names.map((name) => darkVariables[`--mantine-color-${name}`]), dark[2]];
    for (const text of texts) {
      for (const ground of darkGrounds)
        expect(getContrast(text, ground)).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('has a contrast of at least 4.5:1 for the text of disabled buttons', () => {
    const { '--mantine-color-disabled': ground, '--mantine-color-disabled-color': text } =
      lightVariables;
    expect(getContrast(text, ground)).toBeGreaterThanOrEqual(4.5);
    expect(
      getContrast(darkVariables['--mantine-color-disabled-color'], dark[6]),
    ).toBeGreaterThanOrEqual(4.5);
  });

  test('has a contrast of at least 4.5:1 for white text on filled buttons', () => {
    for (const shades of [pine, brass, red, green]) {
      expect(getContrast(white, shades[7])).toBeGreaterThanOrEqual(4.5);
      expect(getContrast(white, shades[6])).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('has a contrast of at least 4.5:1 for text on tinted badges and alerts', () => {
    for (const shades of [pine, brass, red, green, gray]) {
      expect(getContrast(shades[9], shades[1])).toBeGreaterThanOrEqual(4.5);
      expect(getContrast(shades[0], shades[8])).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('has a contrast of at least 3:1 for field borders, the focus ring and check marks', () => {
    for (const ground of lightGrounds) {
      expect(getContrast(lightVariables['--portal-field-border'], ground)).toBeGreaterThanOrEqual(
        3,
      );
      expect(getContrast(lightVariables['--portal-focus'], ground)).toBeGreaterThanOrEqual(3);
      expect(getContrast(pine[7], ground)).toBeGreaterThanOrEqual(3);
    }
    for (const ground of darkGrounds) {
      expect(getContrast(darkVariables['--portal-field-border'], ground)).toBeGreaterThanOrEqual(3);
      expect(getContrast(darkVariables['--portal-focus'], ground)).toBeGreaterThanOrEqual(3);
      expect(getContrast(pine[6], ground)).toBeGreaterThanOrEqual(3);
    }
  });
});
