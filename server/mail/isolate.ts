import { encloseInIsolate, hasRightToLeft, splitAtBidiIsolates } from '#contract/values/isolate.ts';
import { splitAtRightToLeft } from '#contract/values/right-to-left.ts';

const mapLines = (text: string, map: (line: string) => string) =>
  text.split('\n').map(map).join('\n');

const hasUnisolated = (line: string) =>
  splitAtBidiIsolates(line).some((part, index) => index % 2 === 0 && hasRightToLeft(part));

/** Encloses each line that contains right-to-left letters in a bidi isolate, so that its punctuation stays in place. */
export const isolateRightToLeftLines = (text: string): string =>
  mapLines(text, (line) => (hasUnisolated(line) ? encloseInIsolate(line) : line));

/** Encloses right-to-left words in bidi isolates. Encloses a line as a whole if all its letters are right-to-left. */
export const isolateRightToLeftWords = (text: string): string =>
  mapLines(text, (line) => {
    const phrases = splitAtRightToLeft(line);
    const isSentence = phrases.some((part, index) => index % 2 === 0 && /\p{L}/u.test(part));
    if (!isSentence) return isolateRightToLeftLines(line);
    const parts = splitAtBidiIsolates(line);
    return parts.map((part, index) => (index % 2 === 1 ? part : enclosePhrases(part))).join('');
  });

const enclosePhrases = (text: string) =>
  splitAtRightToLeft(text)
    .map((part, index) => (index % 2 === 1 ? encloseInIsolate(part) : part))
    .join('');
