/**
 * The beginning of a cell that a spreadsheet may run as a formula. Spaces and quotation marks may precede the sign, since
 * some programs skip them; an apostrophe too, so that the guard of every text can be removed again.
 */
const formula = /^(?:[\s"']*[=+\-@＝＋－＠]|'*[\t\r])/;

/** Returns the text of a CSV cell with an apostrophe before what a spreadsheet would run. */
export const guardFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** Returns the text that `guardFormula` was given, and any other text as it is. */
export const removeFormulaGuard = (text: string): string =>
  text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
