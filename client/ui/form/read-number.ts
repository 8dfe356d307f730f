/** Parses a number typed with a point or a comma: null if empty, NaN if the text is no number. */
export function readNumber(typed: string): number | null {
  const text = typed.trim().replace(',', '.');
  if (text === '') return null;
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
}
