import { TableError } from '#client/imports/match/table-error.ts';

export const startsWithBytes = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, index) => bytes[index] === byte);

const oleContainer = [0xd0, 0xcf, 0x11, 0xe0];
/** Possible first two bytes of Excel 2, 3 and 4 files. */
const oldestExcel = [0x00, 0x02, 0x04].map((version) => [0x09, version]);

/** Start of HTML, after an optional XML declaration or comment. */
const htmlStart =
  /^(?:<\?xml[^>]*>)?\s*(?:<!--[\s\S]*?-->\s*)?<(?:!doctype html|html|head|meta|body|table|style|div)\b/i;

const encryptedPart = 'EncryptedPackage';

export const passwordProtectedError = new TableError(
  'The workbook is protected by a password. Open it, remove the password, save it, and choose it again.',
);
const oldWorkbookError = new TableError(
  'This is an old Excel file (.xls). Open it in Excel and save it as .xlsx or as CSV.',
);
const webPageError = new TableError(
  'This is a web page, not a workbook, although Excel opens it. Open it in Excel and save it as .xlsx.',
);
const oldXmlError = new TableError(
  'This is an XML file of Excel 2003. Open it in Excel and save it as .xlsx.',
);

/** Throws `TableError` for a known unsupported format. Does not check zip archives. */
export function rejectUnsupportedFiles(bytes: Uint8Array): void {
  if (startsWithBytes(bytes, oleContainer)) {
    // A password-protected workbook is an OLE container with an encrypted part, whose name is stored in UTF-16.
    throw includesText(bytes, encryptedPart) ? passwordProtectedError : oldWorkbookError;
  }
  if (oldestExcel.some((start) => startsWithBytes(bytes, start)) && bytes[3] === 0)
    throw oldWorkbookError;
  const head = decodeFileStart(bytes);
  if (/urn:schemas-microsoft-com:office:spreadsheet/.test(head)) throw oldXmlError;
  if (htmlStart.test(head) || /^MIME-Version:/i.test(head)) throw webPageError;
}

/** Throws `TableError` if the zip archive belongs to a known unsupported format. */
export function rejectUnsupportedArchives(paths: readonly string[]): void {
  const has = (path: RegExp) => paths.some((entry) => path.test(entry));
  if (has(/^xl\/workbook\.bin$/)) {
    throw new TableError(
      'This is a binary workbook (.xlsb). Open it in Excel and save it as .xlsx.',
    );
  }
  if (has(/\.iwa$/)) {
    throw new TableError('This is a Numbers file. Export it from Numbers as Excel or CSV.');
  }
  if (has(/^(?:word|ppt)\//)) {
    throw new TableError(
      'This file is not a spreadsheet. Copy its table into a spreadsheet and save it as .xlsx.',
    );
  }
  if (has(/^encrypted-package$/)) throw passwordProtectedError;
}

export const decodeFileStart = (bytes: Uint8Array): string =>
  new TextDecoder().decode(bytes.subarray(0, 2000)).trimStart();

function includesText(bytes: Uint8Array, text: string): boolean {
  const utf16 = new TextDecoder('latin1').decode(bytes);
  return utf16.includes([...text].join('\0'));
}
