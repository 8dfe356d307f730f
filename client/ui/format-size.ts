const kB = 1024;
const MB = 1024 * kB;
const GB = 1024 * MB;

/** Formats a file size as "312 bytes", "4.2 kB", "30 MB" or "1.3 GB". 1 MB is 1024 × 1024 bytes. */
export function formatSize(bytes: number): string {
  if (bytes < kB) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const [size, unit] =
    bytes < MB ? [bytes / kB, 'kB'] : bytes < GB ? [bytes / MB, 'MB'] : [bytes / GB, 'GB'];
  return `${size < 10 ? Math.round(size * 10) / 10 : Math.round(size)} ${unit}`;
}
