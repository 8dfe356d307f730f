/** Parses a number with a decimal point or comma. Returns null if empty and NaN if invalid. */
export function parseNumber(typed: string): number | null {
  const text = typed.trim().replace(',', '.');
  if (text === '') return null;
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
}
