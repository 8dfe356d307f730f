import type { Encoding } from '#client/imports/encodings.ts';
import { startsWithBytes } from './file-kind.ts';

const sampleSize = 64 * 1024;
/** Minimum file size for detecting UTF-16 without a byte order mark. */
const minUtf16Bytes = 16;

/** Detects UTF-16 and UTF-8. For other text, returns the code page with the best score from `scoreWords`. */
export function detectEncoding(bytes: Uint8Array): Encoding {
  if (startsWithBytes(bytes, [0xff, 0xfe])) return 'utf-16le';
  if (startsWithBytes(bytes, [0xfe, 0xff])) return 'utf-16be';
  const unmarked = detectUnmarkedUtf16(bytes.subarray(0, sampleSize));
  if (unmarked) return unmarked;
  return isUtf8(bytes) ? 'utf-8' : detectCodePage(findSample(bytes));
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** In UTF-16 without a byte order mark, every second byte of ASCII text is zero. */
function detectUnmarkedUtf16(sample: Uint8Array): Encoding | undefined {
  if (sample.length < minUtf16Bytes) return undefined;
  const zeros = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros.map((count) => count / (sample.length / 2 || 1));
  if (odd > 0.3 && even === 0) return 'utf-16le';
  return even > 0.3 && odd === 0 ? 'utf-16be' : undefined;
}

function findSample(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte > 0x7f);
  const start = Math.max(0, first - 100);
  return bytes.subarray(start, start + sampleSize);
}

function detectCodePage(sample: Uint8Array): Encoding {
  const candidates = ['windows-1252', 'macintosh', 'windows-1256'] as const;
  const scores = candidates.map((encoding) => scoreWords(new TextDecoder(encoding).decode(sample)));
  return candidates[scores.indexOf(Math.max(...scores))] ?? 'windows-1252';
}

const separators = /[\s\d!-/:-@[-`{-~’–—]+/u;
/** A lower-case, capitalised or upper-case word, or a word in Arabic script. */
const likelyWord = /^(?:\p{Lu}?[^\P{Ll}ƒ]+|\p{Lu}+|[\p{Script=Arabic}\p{M}\u200C\u200D]+)$/u;

/** Returns the number of plausible words minus the number of implausible words. Ignores ASCII words. */
function scoreWords(text: string): number {
  const words = text.split(separators).filter((word) => /[^ -~]/.test(word));
  return words.reduce((sum, word) => sum + (likelyWord.test(word) ? 1 : -1), 0);
}
