import bidiFactory from 'bidi-js';

// Node.js loads bidi-js in a different module format from the one that its type definitions describe.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

/** A string with the embedding level of each character (UAX #9). Levels of right-to-left characters are odd. */
export type BidiParagraph = { text: string; levels: Uint8Array };

/** Part of a paragraph. `end` is exclusive. */
export type TextLine = { paragraph: BidiParagraph; start: number; end: number };

export type VisualRun = { text: string; isRightToLeft: boolean };

const bidiControls = /[\u202a-\u202e\u2066-\u2069]/;

/** Most texts have only ASCII characters, which form one run from left to right in one font. */
export const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);

/** Computes embedding levels for the text as a whole, because its first letter sets the direction of every line. */
export const toBidiParagraph = (text: string): BidiParagraph => ({
  text,
  levels: isAscii(text)
    ? new Uint8Array(text.length)
    : bidi.getEmbeddingLevels(text, 'auto').levels,
});

/** Returns the runs of a line in visual order (UAX #9, rule L2). fontkit reverses the letters of right-to-left runs. */
export function getVisualRuns({ paragraph: { text, levels }, start, end }: TextLine): VisualRun[] {
  if (isAscii(text)) {
    return start < end ? [{ text: text.slice(start, end), isRightToLeft: false }] : [];
  }
  const mirrored = bidi.getMirroredCharactersMap(text, levels, start, end - 1);
  const runs: (VisualRun & { level: number })[] = [];
  for (let index = start; index < end; index += 1) {
    if (bidiControls.test(text.charAt(index))) continue;
    const level = levels[index] ?? 0;
    const character = mirrored.get(index) ?? text.charAt(index);
    const last = runs.at(-1);
    if (last && last.level === level) last.text += character;
    else runs.push({ text: character, level, isRightToLeft: level % 2 === 1 });
  }
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level >= 1; level -= 1) reverseFrom(runs, level);
  return runs.map(({ text, isRightToLeft }) => ({ text, isRightToLeft }));
}

function reverseFrom(runs: (VisualRun & { level: number })[], level: number): void {
  for (let start = 0; start < runs.length; start += 1) {
    let end = start;
    while ((runs[end]?.level ?? -1) >= level) end += 1;
    if (end === start) continue;
    runs.splice(start, end - start, ...runs.slice(start, end).reverse());
    start = end;
  }
}
