/** Minimum contrast ratio of text (WCAG 2, 1.4.3). */
const readable = 4.5;
/** Target luminance of each shade except `main`, whatever the base colour: equal luminance gives equal contrast. */
const luminances = [0.906, 0.806, 0.631, 0.464, 0.306, 0.213, 0.17, 0.086, 0.057, 0.036] as const;
/** Saturation of each shade relative to the base colour: pale shades with full saturation would look garish. */
const saturations = [0.6, 0.6, 0.6, 0.6, 0.6, 0.7, 0.85, 1, 1, 1] as const;
/** Index of the shade that equals the base colour. */
const main = 7;
/** Minimum luminance of the light backgrounds on which links appear. */
const ground = 0.885;

const channelsOf = (hex: string) =>
  [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255) as Triple;
type Triple = [number, number, number];

const luminanceOf = (rgb: Triple): number => {
  const [r, g, b] = rgb.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  ) as Triple;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

const luminance = (hex: string): number => luminanceOf(channelsOf(hex));

const ratio = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

/** Returns the contrast ratio of two colours, from 1 to 21 (WCAG 2). */
export const getContrast = (a: string, b: string): number => ratio(luminance(a), luminance(b));

function hueOf([r, g, b]: Triple): { hue: number; saturation: number } {
  const [high, low] = [Math.max(r, g, b), Math.min(r, g, b)];
  const range = high - low;
  if (range === 0) return { hue: 0, saturation: 0 };
  const lightness = (high + low) / 2;
  const saturation = range / (1 - Math.abs(2 * lightness - 1));
  const turn =
    high === r ? (g - b) / range : high === g ? (b - r) / range + 2 : (r - g) / range + 4;
  return { hue: (turn * 60 + 360) % 360, saturation };
}

function rgbOf(hue: number, saturation: number, lightness: number): Triple {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  return [0, 8, 4].map((offset) => {
    const at = (offset + hue / 30) % 12;
    return lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1));
  }) as Triple;
}

const hexOf = (rgb: Triple) =>
  `#${rgb
    .map((value) =>
      Math.floor(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

function withLuminance(colour: string, target: number, saturationFactor = 1): string {
  const { hue, saturation } = hueOf(channelsOf(colour));
  const targetSaturation = saturation * saturationFactor;
  let [low, high] = [0, 1];
  for (let step = 0; step < 30; step += 1) {
    const middle = (low + high) / 2;
    if (luminanceOf(rgbOf(hue, targetSaturation, middle)) > target) high = middle;
    else low = middle;
  }
  return hexOf(rgbOf(hue, targetSaturation, low));
}

/** Returns ten shades of a colour from pale to dark; the eighth is the colour itself. */
export function buildShades(colour: string) {
  const ownLuminance = luminance(colour);
  return luminances.map((target, index) => {
    if (index === main) return colour;
    const maxLuminance = ownLuminance * (index === 8 ? 0.66 : 0.42);
    const shadeLuminance = index > main ? Math.min(target, maxLuminance) : target;
    return withLuminance(colour, shadeLuminance, saturations[index]);
  });
}

/** Returns an error if white text on the colour, or the colour on a light background, has too little contrast. */
export function findContrastError(colour: string): string | undefined {
  const actual = ratio(luminance(colour), ground);
  if (actual >= readable) return undefined;
  const nearest = withLuminance(colour, (ground + 0.05) / readable - 0.05);
  const shownRatio = (Math.floor(actual * 10) / 10).toFixed(1);
  return `“${colour}” is too light for links and for the white text on buttons: its contrast is ${shownRatio} to 1, and ${readable} to 1 is needed. Choose a darker one; the nearest readable one is ${nearest}.`;
}
