const kB = 1024;
const MB = 1024 * kB;

/** "312 bytes", "4.2 kB", "30 MB" (1 MB is 1024 × 1024 bytes). */
export function sizeText(bytes: number): string {
  if (bytes < kB) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const [size, unit] = bytes < MB ? [bytes / kB, 'kB'] : [bytes / MB, 'MB'];
  return `${size < 10 ? Math.round(size * 10) / 10 : Math.round(size)} ${unit}`;
}
