import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { expect, test } from 'vitest';
import { cssVariables, theme } from './theme.ts';

const merged = mergeMantineTheme(DEFAULT_THEME, theme);
const { pine = [], brass = [], red, green, gray, dark } = merged.colors;
const { light: lightVariables, dark: darkVariables } = cssVariables(merged);
const white = '#ffffff';
const pageLight = '#f8f6f2';

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one = '', other = ''): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

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
