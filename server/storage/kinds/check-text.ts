import type { FileFault } from './fault.ts';
import type { RangeReader } from './range-reader.ts';

const chunkBytes = 64 * 1024;
/** Control characters other than tab, line break and form feed, which text files do not contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds them.
const controlCharacters = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f\u007f]/;
/** Beginnings of formats that may consist of text only. */
const otherFormats = /^(%PDF-|%!PS|\{\\rtf)/;

/** Checks that a file is text in UTF-8. Reads the whole file, because any part of it may be binary. */
export async function findTextFault(file: RangeReader): Promise<FileFault | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let at = 0; at < file.size; at += chunkBytes) {
      const bytes = await file.read(at, chunkBytes);
      const text = decoder.decode(bytes, { stream: at + chunkBytes < file.size });
      if (controlCharacters.test(text)) return 'other-kind';
      if (at === 0 && otherFormats.test(text)) return 'other-kind';
    }
    return undefined;
  } catch (error) {
    if (error instanceof TypeError) return 'other-kind';
    throw error;
  }
}
