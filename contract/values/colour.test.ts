import { expect, test } from 'vitest';
import { buildShades, findContrastError, getContrast } from './colour.ts';

test('getContrast returns 21 for black and white, and 1 for equal colours', () => {
  expect(getContrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(getContrast('#1d5b52', '#1d5b52')).toBe(1);
});

test('buildShades returns ten shades from pale to dark, the eighth of which is the base colour', () => {
  const shades = buildShades('#1d5b52');
  expect(shades).toHaveLength(10);
  expect(shades[7]).toBe('#1d5b52');
  const fromWhite = shades.map((shade) => getContrast(shade, '#ffffff'));
  expect(fromWhite).toEqual(fromWhite.toSorted((a, b) => a - b));
});

test('buildShades returns only shades of grey for a grey colour', () => {
  for (const shade of buildShades('#555555')) expect(shade).toMatch(/^#(..)\1\1$/);
});

test('findColourError returns undefined for a colour with sufficient contrast', () => {
  expect(findContrastError('#1d5b52')).toBeUndefined();
  expect(findContrastError('#000000')).toBeUndefined();
});

test.each(['#ffffff', '#f0c000', '#00ff00', '#767676', '#ff0000'])(
  'findColourError returns an error for %s that names the nearest shade with sufficient contrast',
  (colour) => {
    const nearest = /#[0-9a-f]{6}\.$/.exec(findContrastError(colour) ?? '')?.[0].slice(0, -1) ?? '';
    expect(findContrastError(nearest)).toBeUndefined();
    expect(getContrast(nearest, '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(getContrast(nearest, '#ffffff')).toBeLessThan(5.2);
  },
);
