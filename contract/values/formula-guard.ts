/**
 * Matches the start of a cell that a spreadsheet may evaluate as a formula. Some programs skip spaces and quotation marks
 * before the sign. Leading apostrophes match too, so that removing the guard restores every text.
 */
const formula = /^(?:[\s"']*[=+\-@＝＋－＠]|'*[\t\r])/;

/** Returns the text of a CSV cell, with an apostrophe in front if a spreadsheet would evaluate it. */
export const guardFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** Reverts `guardFormula`. Returns text without a guard unchanged. */
export const removeFormulaGuard = (text: string): string =>
  text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
