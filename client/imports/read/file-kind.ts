import { TableError } from '#client/imports/table-error.ts';

export const startsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, index) => bytes[index] === byte);

const oleContainer = [0xd0, 0xcf, 0x11, 0xe0];
/** The record that begins a file of Excel 2 to 4, by version. */
const oldestExcel = [0x00, 0x02, 0x04].map((version) => [0x09, version]);

/** HTML, after an XML declaration or a comment. */
const htmlStart =
  /^(?:<\?xml[^>]*>)?\s*(?:<!--[\s\S]*?-->\s*)?<(?:!doctype html|html|head|meta|body|table|style|div)\b/i;

const encryptedPart = 'EncryptedPackage';

export const withPassword = new TableError(
  'The workbook is protected by a password. Open it, remove the password, save it, and choose it again.',
);
const oldWorkbook = new TableError(
  'This is a file of an old Excel (.xls). Open it in Excel and save it as .xlsx or as CSV.',
);
const webPage = new TableError(
  'This is a web page and no workbook, although Excel opens it. Open it in Excel and save it as .xlsx.',
);
const oldXml = new TableError(
  'This is an XML file of Excel 2003. Open it in Excel and save it as .xlsx.',
);

/** Throws `TableError` for files that are no zip archive and that no reader takes. */
export function refuseKnownFiles(bytes: Uint8Array): void {
  if (startsWith(bytes, oleContainer)) {
    // The directory of the container has the names of its parts in UTF-16.
    throw includesText(bytes, encryptedPart) ? withPassword : oldWorkbook;
  }
  if (oldestExcel.some((start) => startsWith(bytes, start)) && bytes[3] === 0) throw oldWorkbook;
  const head = readHead(bytes);
  if (/urn:schemas-microsoft-com:office:spreadsheet/.test(head)) throw oldXml;
  if (htmlStart.test(head) || /^MIME-Version:/i.test(head)) throw webPage;
}

/** Throws `TableError` for a zip archive that is no .xlsx and no .ods, by the paths of its entries. */
export function refuseOtherArchives(paths: readonly string[]): void {
  const has = (path: RegExp) => paths.some((one) => path.test(one));
  if (has(/^xl\/workbook\.bin$/)) {
    throw new TableError(
      'This is a binary workbook (.xlsb). Open it in Excel and save it as .xlsx.',
    );
  }
  if (has(/\.iwa$/)) {
    throw new TableError('This is a file of Numbers. Export it from Numbers as Excel or CSV.');
  }
  if (has(/^(?:word|ppt)\//)) {
    throw new TableError(
      'This is no spreadsheet. Copy its table into one, and save that as .xlsx.',
    );
  }
  if (has(/^encrypted-package$/)) throw withPassword;
}

/** The first characters, enough for the root element. */
export const readHead = (bytes: Uint8Array): string =>
  new TextDecoder().decode(bytes.subarray(0, 2000)).trimStart();

function includesText(bytes: Uint8Array, text: string): boolean {
  const utf16 = new TextDecoder('latin1').decode(bytes);
  return utf16.includes([...text].join('\0'));
}
