import type { DisplayedCell } from './sheet.ts';
import {
  formatBooleanCell,
  formatDateCell,
  formatNumberCell,
  missingFormulaResult,
} from './show-value.ts';
import type { GetAttribute } from './xml.ts';

/** Maximum number of spaces to which one `<text:s>` element expands. */
const maxSpaces = 100;

export class OdsCell {
  readonly column: number;
  readonly repeat: number;
  readonly #type: string | undefined;
  readonly #value: string;
  readonly #hasFormula: boolean;
  #paragraphs: string[] = [];
  #depth = 0;

  constructor(attribute: GetAttribute, column: number, repeat: number) {
    this.column = column;
    this.repeat = repeat;
    this.#type = attribute('office:value-type');
    this.#hasFormula = attribute('table:formula') !== undefined;
    const kinds = ['value', 'date-value', 'time-value', 'boolean-value', 'string-value'];
    this.#value = kinds.map((kind) => attribute(`office:${kind}`)).find(Boolean) ?? '';
  }

  open(name: string, attribute: GetAttribute): void {
    if (name === 'p') {
      if (this.#depth === 0) this.#paragraphs.push('');
      this.#depth += 1;
    } else if (name === 's') {
      const count = Math.min(Number(attribute('text:c') ?? 1) || 1, maxSpaces);
      this.add(' '.repeat(Math.max(count, 1)));
    } else if (name === 'tab') this.add('\t');
    else if (name === 'line-break') this.add('\n');
  }

  close(name: string): void {
    if (name === 'p') this.#depth -= 1;
  }

  /** Ignores text outside paragraphs, which is XML whitespace. */
  add(text: string): void {
    const last = this.#paragraphs.length - 1;
    if (this.#depth > 0) this.#paragraphs[last] += text;
  }

  get isEmpty(): boolean {
    return this.#type === undefined && !this.#hasFormula && this.#paragraphs.join('') === '';
  }

  get shown(): DisplayedCell {
    const text = this.#paragraphs.join('\n');
    const value = this.#value;
    if (this.#hasFormula && text === '' && value === '' && this.#type !== 'string')
      return missingFormulaResult;
    if (this.#type === 'date') return { ...formatDateCell(value), ...(text !== '' && { text }) };
    if (this.#type === 'time')
      return { text, doubt: { reason: `the cell contains the time ${text}` } };
    if (this.#type === 'boolean')
      return { ...formatBooleanCell(value === 'true'), ...(text && { text }) };
    if (this.#type === undefined || this.#type === 'string') return { text: text || value };
    const number = Number(value);
    // Some programs write only the value of a number, without its displayed text.
    if (this.#paragraphs.length === 0) return formatNumberCell(number, 'General');
    // A narrow column displays a long number in scientific notation, so format the stored number in full.
    if (/e\+/i.test(text) && Number(text) === number) return formatNumberCell(number, 'General');
    // Keep the text that the file contains. `formatNumberCell` only detects doubt: the number has too many
    // digits, or is hidden (the format `;;;` displays nothing).
    const { doubt } = formatNumberCell(number, text.trim() === '' ? ';;;' : '0');
    return { text, ...(doubt && { doubt }) };
  }
}
