import { expect, test } from 'vitest';
import { colourError, contrast, shadesOf } from './colour.ts';

test('contrast returns 21 for black and white, and 1 for equal colours', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#1d5b52', '#1d5b52')).toBe(1);
});

test('shadesOf returns ten shades from pale to dark with the colour as the eighth', () => {
  const shades = shadesOf('#1d5b52');
  expect(shades).toHaveLength(10);
  expect(shades[7]).toBe('#1d5b52');
  const fromWhite = shades.map((shade) => contrast(shade, '#ffffff'));
  expect(fromWhite).toEqual(fromWhite.toSorted((a, b) => a - b));
});

test('shadesOf returns only shades of grey for a grey', () => {
  for (const shade of shadesOf('#555555')) expect(shade).toMatch(/^#(..)\1\1$/);
});

test('colourError accepts a colour with sufficient contrast', () => {
  expect(colourError('#1d5b52')).toBeUndefined();
  expect(colourError('#000000')).toBeUndefined();
});

test.each(['#ffffff', '#f0c000', '#00ff00', '#767676', '#ff0000'])(
  'colourError rejects %s and names the nearest shade with sufficient contrast',
  (colour) => {
    const nearest = /#[0-9a-f]{6}\.$/.exec(colourError(colour) ?? '')?.[0].slice(0, -1) ?? '';
    expect(colourError(nearest)).toBeUndefined();
    expect(contrast(nearest, '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(nearest, '#ffffff')).toBeLessThan(5.2);
  },
);
