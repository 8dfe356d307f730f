import { canOpenWithoutPassword, type PdfEncryption } from './pdf-password.ts';
import type { RangeReader } from './range-reader.ts';

const nearBytes = 64 * 1024;

/** `text` is the trailer's dictionary, and `tableStart` the offset of its cross-reference table. */
export type PdfTrailer = { text: string; tableStart: number };

/** Returns whether a PDF needs a password or a certificate. Returns false for a malformed encryption dictionary. */
export async function needsPdfPassword(file: RangeReader, trailer: PdfTrailer): Promise<boolean> {
  const dictionary = await findDictionary(file, trailer);
  if (dictionary === undefined) return false;
  const filter = /\/Filter\s*\/(\w+)/.exec(dictionary)?.[1];
  if (filter === undefined) return false;
  // Security handlers other than `Standard` require other credentials, such as a certificate.
  if (filter !== 'Standard') return true;
  const encryption = parseEncryption(dictionary, trailer.text);
  return encryption !== undefined && !canOpenWithoutPassword(encryption);
}

async function findDictionary(file: RangeReader, { text, tableStart }: PdfTrailer) {
  const [, inline, number, generation] =
    /\/Encrypt\s*(?:(<<)|(\d{1,10})\s+(\d{1,5})\s+R)/.exec(text) ?? [];
  if (inline) return text.slice(text.indexOf('/Encrypt'));
  if (!number) return undefined;
  const start = new RegExp(`(?<!\\d)${number}\\s+${generation}\\s+obj`);
  // The encryption dictionary is usually the last object, or one of the first of a linearized file.
  const places = [tableStart - nearBytes, file.size - nearBytes, 0, tableStart];
  for (const place of places) {
    const part = (await file.read(Math.max(0, place), nearBytes)).toString('latin1');
    const at = start.exec(part)?.index;
    if (at !== undefined) return part.slice(at, at + 4096);
  }
  return undefined;
}

function parseEncryption(dictionary: string, trailer: string): PdfEncryption | undefined {
  const number = (name: string) => {
    const match = new RegExp(`/${name}\\s+(-?\\d{1,10})(?!\\d)`).exec(dictionary)?.[1];
    return match === undefined ? undefined : Number(match);
  };
  const revision = number('R');
  const permissions = number('P');
  const ownerEntry = readString(dictionary, /\/O\s*(?=[(<])/);
  const userEntry = readString(dictionary, /\/U\s*(?=[(<])/);
  if (revision === undefined || permissions === undefined || !ownerEntry || !userEntry) {
    return undefined;
  }
  return {
    revision,
    permissions,
    ownerEntry,
    userEntry,
    // In revision 4, the key is always 128 bits long, regardless of `Length`.
    keyBits: revision === 4 ? 128 : (number('Length') ?? 40),
    isMetadataEncrypted: !/\/EncryptMetadata\s+false/.test(dictionary),
    documentId: readString(trailer, /\/ID\s*\[\s*/) ?? Buffer.alloc(0),
  };
}

function readString(text: string, before: RegExp): Buffer | undefined {
  const match = before.exec(text);
  if (!match) return undefined;
  const rest = text.slice(match.index + match[0].length);
  const hex = /^<([\da-fA-F\s]*)>/.exec(rest)?.[1];
  if (hex !== undefined) return Buffer.from(hex.replace(/\s/g, ''), 'hex');
  return rest.startsWith('(') ? readLiteral(rest) : undefined;
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function readLiteral(text: string): Buffer {
  const characters: string[] = [];
  let depth = 0;
  for (const [token, escaped] of text.matchAll(/\\([0-7]{1,3}|\r\n|[\s\S])|\r\n?|[\s\S]/g)) {
    if (escaped !== undefined) {
      if (/^[0-7]/.test(escaped)) {
        characters.push(String.fromCharCode(Number.parseInt(escaped, 8) & 0xff));
      } else if (!/^[\r\n]/.test(escaped)) characters.push(escapes[escaped] ?? escaped);
      continue;
    }
    if (token === ')') depth -= 1;
    if (depth === 0 && token === ')') break;
    if (depth > 0) characters.push(token.startsWith('\r') ? '\n' : token);
    if (token === '(') depth += 1;
  }
  return Buffer.from(characters.join(''), 'latin1');
}
