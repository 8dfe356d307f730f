const MB = 1024 * 1024;
const GB = 1024 * MB;

/** Formats a size: "312 bytes", "4.2 kB", "30 MB", "1.3 GB" (1 MB is 1024 × 1024 bytes). */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  const [size, unit] =
    bytes < MB ? [bytes / 1024, 'kB'] : bytes < GB ? [bytes / MB, 'MB'] : [bytes / GB, 'GB'];
  return `${size < 10 ? Math.round(size * 10) / 10 : Math.round(size)} ${unit}`;
}
