/** What a spreadsheet reads as the beginning of a formula. */
const formula = /^[=+\-@\t\r]/;

/** One line of CSV (RFC 4180). A cell that a spreadsheet would run as a formula begins with an apostrophe. */
export function csvLine(cells: readonly string[]): string {
  const written = cells.map((cell) => {
    const safe = formula.test(cell) ? `'${cell}` : cell;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${written.join(',')}\r\n`;
}
