import { type Column, plainText, wallClock } from './sheet.ts';

/** The numbers of the formats in `xlsx-parts.ts`. */
export const styles = { heading: 1, text: 2, date: 3, instant: 4 } as const;

/** The most that a cell holds; what is longer ends with “…”. */
export const longestCell = 32_767;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** As content or as an attribute. A `_x0041_` of the text's own would be read as the character it names. */
export function xmlText(given: string): string {
  const plain = plainText(given).replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
  return plain.replace(/[&<>"]/g, (sign) => entities[sign] ?? '').replace(/\r\n?/g, '\n');
}

/** A, B, … Z, AA, …, from 0. */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}

/** Not through the middle of a character. */
const cut = (given: string) => given.slice(0, longestCell - 1).replace(/[\uD800-\uDBFF]$/, '');

/** Always text, whatever it begins with: only an `f` element makes a formula, and none is written. */
export function textCell(place: string, given: string, style: number = styles.text): string {
  const short = given.length > longestCell ? `${cut(given)}…` : given;
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(short)}</t></is></c>`;
}

/** Before it Excel counts a 29 February 1900, which never was. */
const firstSoundDay = Date.UTC(1900, 2, 1);
const dayZero = Date.UTC(1899, 11, 30);

/** A day or wall clock as Excel counts them, in days; undefined for what it cannot count. */
function serialOf(local: string): number | undefined {
  const time = Date.parse(`${local.replace(' ', 'T')}${local.includes(' ') ? 'Z' : ''}`);
  return time >= firstSoundDay ? (time - dayZero) / 86_400_000 : undefined;
}

/** Nothing for an empty cell. */
export function cellOf<Row>(
  column: Column<Row>,
  row: Row,
  place: string,
  timeZone: string,
): string {
  const value = column.of(row) ?? '';
  if (typeof value === 'number') {
    return Number.isFinite(value) ? `<c r="${place}"><v>${value}</v></c>` : '';
  }
  if (value === '') return '';
  if (column.type !== 'date' && column.type !== 'instant') return textCell(place, value);
  const local = column.type === 'instant' ? wallClock(value, timeZone) : value;
  const serial = serialOf(local);
  if (serial === undefined) return textCell(place, local);
  return `<c r="${place}" s="${styles[column.type]}"><v>${serial}</v></c>`;
}
