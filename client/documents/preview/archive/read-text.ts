/** Number of lines that are displayed, and characters of a line. More would make the page slow. */
const maxLines = 5000;
const maxLineLength = 2000;

/** Control characters that texts do not contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters mark binary files.
const binary = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

export type TextLines = { lines: string[]; isCut: boolean };

/** Returns the lines of a text in UTF-8 or UTF-16, or null if the file contains no text. */
export function readText(bytes: Uint8Array): TextLines | null {
  const text = decode(bytes);
  if (text === undefined || binary.test(text)) return null;
  const all = text.split(/\r\n|\n|\r/);
  if (all.at(-1) === '') all.pop();
  const lines = all.slice(0, maxLines).map((line) => line.slice(0, maxLineLength));
  return { lines, isCut: all.length > maxLines || lines.some((line, at) => line !== all[at]) };
}

function decode(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const encoding = !isUtf16 ? 'utf-8' : first === 0xff ? 'utf-16le' : 'utf-16be';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // Old editors of Windows save Western European texts in this encoding, which accepts all bytes.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
