/**
 * Matches the start of a cell that a spreadsheet may evaluate as a formula. Some spreadsheets skip spaces and quotation
 * marks before signs such as "=". Leading apostrophes also match: such a cell gets another apostrophe, so that removing
 * the guard restores its text.
 */
const formula = /^(?:[\s"']*[=+\-@＝＋－＠]|'*[\t\r])/;

/** Returns the text of a CSV cell, prefixed with an apostrophe if a spreadsheet may evaluate it. */
export const guardFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** Removes the apostrophe that `guardFormula` adds. Returns other text unchanged. */
export const removeFormulaGuard = (text: string): string =>
  text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
