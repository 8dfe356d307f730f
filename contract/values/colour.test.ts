import { expect, test } from 'vitest';
import { colourError, contrast, shadesOf } from './colour.ts';

test('the contrast of black and white is 21 to 1, of a colour with itself 1 to 1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#1d5b52', '#1d5b52')).toBe(1);
});

test('a colour makes ten shades from pale to dark, and is the eighth itself', () => {
  const shades = shadesOf('#1d5b52');
  expect(shades).toHaveLength(10);
  expect(shades[7]).toBe('#1d5b52');
  const fromWhite = shades.map((shade) => contrast(shade, '#ffffff'));
  expect(fromWhite).toEqual(fromWhite.toSorted((a, b) => a - b));
});

test('gray stays gray in all of its shades', () => {
  for (const shade of shadesOf('#555555')) expect(shade).toMatch(/^#(..)\1\1$/);
});

test('a colour in which text is read well is taken', () => {
  expect(colourError('#1d5b52')).toBeUndefined();
  expect(colourError('#000000')).toBeUndefined();
});

test.each(['#ffffff', '#f0c000', '#00ff00', '#767676', '#ff0000'])(
  '%s is refused with the nearest shade that is read well',
  (colour) => {
    const nearest = /#[0-9a-f]{6}\.$/.exec(colourError(colour) ?? '')?.[0].slice(0, -1) ?? '';
    expect(colourError(nearest)).toBeUndefined();
    expect(contrast(nearest, '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(nearest, '#ffffff')).toBeLessThan(5.2);
  },
);
