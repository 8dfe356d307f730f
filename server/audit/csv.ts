/**
 * Where a spreadsheet may read the beginning of a formula: at the beginning of a cell, and behind everything else that it
 * may be set to divide cells by, because quotation marks hold a cell together only for the separator it was written with.
 */
const formula = /(?<=(?:^|[;|\t\r\n])[\s"']*)[=+\-@＝＋－＠]/g;

/** One line of CSV (RFC 4180). An apostrophe stands before what a spreadsheet would run as a formula. */
export function csvLine(cells: readonly string[]): string {
  const written = cells.map((cell) => {
    const plain = cell.replace(formula, "'$&");
    const safe = /^[\t\r]/.test(plain) ? `'${plain}` : plain;
    return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${written.join(',')}\r\n`;
}
