/**
 * Where a spreadsheet may read a formula: at a cell's beginning, and after any separator it may be set to, because
 * quotation marks hold a cell together only for the separator it was written with.
 */
const formula = /(?<=(?:^|[;|\t\r\n])[\s"']*)[=+\-@＝＋－＠]/g;

/** One line of CSV (RFC 4180); an apostrophe stands before what a spreadsheet would run. */
export function csvLine(cells: readonly string[]): string {
  const written = cells.map((cell) => {
    const plain = cell.replace(formula, "'$&");
    const safe = /^[\t\r]/.test(plain) ? `'${plain}` : plain;
    return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${written.join(',')}\r\n`;
}
