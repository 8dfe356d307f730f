import { format as formatValue, getFormatInfo } from 'numfmt';
import type { DisplayedCell } from './sheet.ts';

/** Days from day 0 of the 1900 date system to day 0 of the 1904 date system, which old Mac workbooks use. */
const daysTo1904 = 1462;
/** 30 December 1899, day 0 of spreadsheet dates after February 1900. */
const dayZero = Date.UTC(1899, 11, 30);
const dayMs = 86_400_000;

/** Number formats in which a locale code or a keyword selects non-Latin digits. */
const otherDigits = /\[\$-[^\]]*(?:0?[2-9a-f]|1[0-9a-f])[0-9a-f]{6}\]|\[(?:DBNum|NatNum)/i;

const isGeneral = (format: string) => /^(?:General|@)?$/i.test(format);

/** Formats a number as a spreadsheet program displays it. `format` is an Excel number format. */
export function formatNumberCell(value: number, format: string, is1904 = false): DisplayedCell {
  if (!Number.isFinite(value)) return cannotShow(String(value), format);
  if (isGeneral(format)) return showPlainNumber(value);
  const { isDate } = getFormatInfo(format.slice(0, maxFormatLength));
  const day = is1904 && isDate ? value + daysTo1904 : value;
  const text = tryFormat(format, day);
  const isUnknown = text === undefined || otherDigits.test(format) || (isDate && day < 0);
  if (isUnknown) return cannotShow(toPlainText(value), format);
  if (isDate) return { text, doubt: { reason: `the cell contains ${formatDay(day, format)}` } };
  if (text.trim() === '') return { text, doubt: { reason: formatHidden(toPlainText(value)) } };
  return { text, ...(Math.abs(value) >= 1e15 && { doubt: { reason: tooLong } }) };
}

/** Applies a number format to text. The format can hide the text or add to it. */
export function formatStringCell(text: string, format: string): DisplayedCell {
  if (isGeneral(format) || text === '') return { text };
  const shown = tryFormat(format, text);
  if (shown === undefined) return cannotShow(text, format);
  return shown.trim() === ''
    ? { text: '', doubt: { reason: formatHidden(text) } }
    : { text: shown };
}

export const missingFormulaResult: DisplayedCell = {
  text: '',
  doubt: {
    reason: 'the cell contains a formula without a result',
    advice: 'Open the file in a spreadsheet program, save it, and choose it again.',
    isRefused: true,
  },
};

export const formatBooleanCell = (value: boolean): DisplayedCell => {
  const text = value ? 'TRUE' : 'FALSE';
  return { text, doubt: { reason: `the cell contains the logical value ${text}` } };
};

/** Returns ISO 8601 text, with a `doubt` that names the date. */
export function formatDateCell(iso: string): DisplayedCell {
  const time = Date.parse(/T/.test(iso) ? `${iso.replace(/Z$/, '')}Z` : iso);
  const day = (time - dayZero) / dayMs;
  const format = /T(?!00:00(?::00)?)/.test(iso) ? 'yyyy-mm-dd hh:mm' : 'yyyy-mm-dd';
  if (Number.isNaN(day))
    return { text: iso, doubt: { reason: `the cell contains the time ${iso}` } };
  return { text: iso, doubt: { reason: `the cell contains ${formatDay(day, format)}` } };
}

const tooLong =
  'the cell contains a number of more than 15 digits, which spreadsheet programs round';
const formatHidden = (content: string) => `the cell shows nothing but contains ${content}`;

const cannotShow = (text: string, format: string): DisplayedCell => ({
  text,
  doubt: {
    reason: `the cell contains ${text} and displays it in the number format ${format.slice(0, maxFormatLength)}`,
  },
});

/** Maximum length of a number format in Excel. */
const maxFormatLength = 255;

function tryFormat(format: string, value: number | string): string | undefined {
  if (format.length > maxFormatLength) return undefined;
  try {
    return formatValue(format, value, { dateErrorThrows: true });
  } catch {
    return undefined;
  }
}

/** Rounds to 15 significant digits, as spreadsheet programs do, so that 0.1 + 0.2 is "0.3". */
const toPlainText = (value: number) => String(Number(value.toPrecision(15)));

/** Formats a number in full. The format "General" would display only the digits that fit into the column. */
const showPlainNumber = (value: number): DisplayedCell => ({
  text: toPlainText(value),
  ...(Math.abs(value) >= 1e15 && { doubt: { reason: tooLong } }),
});

function formatDay(day: number, format: string): string {
  const hasDate = /[yd]|mmm/i.test(format.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''));
  const hasTime = /[hs]/i.test(format.replace(/"[^"]*"|\[\$[^\]]*\]|\\./g, ''));
  const words = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    ...(hasDate && { day: 'numeric', month: 'long', year: 'numeric' }),
    ...(hasTime && { hour: '2-digit', minute: '2-digit' }),
  }).format(dayZero + Math.round(day * dayMs));
  return `the ${[hasDate && 'date', hasTime && 'time'].filter(Boolean).join(' and ') || 'date'} ${words}`;
}
