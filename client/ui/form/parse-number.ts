/** Matches control and format characters, such as a zero-width space, which users paste without seeing them. */
const invisibles = /[\p{Cc}\p{Cf}]/gu;

/** Parses a number with a decimal point or comma. Returns null if empty and NaN if invalid. */
export function parseNumber(typed: string): number | null {
  const text = typed.replace(invisibles, '').trim().replace(',', '.');
  if (text === '') return null;
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
}
