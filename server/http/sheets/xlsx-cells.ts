import { removeControlCharacters, type SheetColumn, toLocalDateTime } from './sheet.ts';

/** Indexes of the cell formats in the style sheet in `xlsx-parts.ts`. */
export const cellStyleIndexes = { heading: 1, text: 2, date: 3, instant: 4 } as const;

/** Maximum number of characters in an Excel cell. Longer text is truncated and ends with “…”. */
export const maxCellLength = 32_767;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Matches text without characters that need escaping. */
const plainText = /^[ !#-%'-;=?-^`-~]*$/;

/** Escapes text for XML. Also escapes strings such as `_x0041_`, which Excel would read as a character code. */
export function escapeXml(content: string): string {
  if (plainText.test(content)) return content;
  const plain = removeControlCharacters(content).replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
  return plain.replace(/[&<>"]/g, (sign) => entities[sign] ?? '').replace(/\r\n?/g, '\n');
}

/** Returns the letters of a column: A for 0, Z for 25, AA for 26. */
export function getColumnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : getColumnLetters(Math.floor(index / 26) - 1) + last;
}

const truncate = (content: string) =>
  content.slice(0, maxCellLength - 1).replace(/[\uD800-\uDBFF]$/, '');

/** Formats a text cell. Excel treats its content as text even if it begins with `=`. */
export function formatTextCell(
  place: string,
  content: string,
  style: number = cellStyleIndexes.text,
): string {
  const short = content.length > maxCellLength ? `${truncate(content)}…` : content;
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(short)}</t></is></c>`;
}

/** Dates before this day are ambiguous, because Excel includes 29 February 1900, which did not exist. */
const firstUnambiguousDay = Date.UTC(1900, 2, 1);
const dayZero = Date.UTC(1899, 11, 30);

/** Returns Excel's serial number in days for a local date or time, or undefined before March 1900. */
function toSerial(local: string): number | undefined {
  const time = Date.parse(`${local.replace(' ', 'T')}${local.includes(' ') ? 'Z' : ''}`);
  return time >= firstUnambiguousDay ? (time - dayZero) / 86_400_000 : undefined;
}

/** Returns the XML of a cell, or an empty string if the cell is empty. */
export function formatCell<Row>(
  column: SheetColumn<Row>,
  row: Row,
  place: string,
  timeZone: string,
): string {
  const value = column.of(row) ?? '';
  if (typeof value === 'number') {
    return Number.isFinite(value) ? `<c r="${place}"><v>${value}</v></c>` : '';
  }
  if (value === '') return '';
  if (column.type !== 'date' && column.type !== 'instant') return formatTextCell(place, value);
  const local = column.type === 'instant' ? toLocalDateTime(value, timeZone) : value;
  const serial = toSerial(local);
  if (serial === undefined) return formatTextCell(place, local);
  return `<c r="${place}" s="${cellStyleIndexes[column.type]}"><v>${serial}</v></c>`;
}
