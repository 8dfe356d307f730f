import bidiFactory from 'bidi-js';

// Node.js loads bidi-js in a different module format from the one that its type definitions describe.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

/** A string with the embedding level of each character (UAX #9). Levels of right-to-left characters are odd. */
export type BidiParagraph = { text: string; levels: Uint8Array };

/** A part of a paragraph from `start` (inclusive) to `end` (exclusive). */
export type TextLine = { paragraph: BidiParagraph; start: number; end: number };

export type VisualRun = { text: string; isRightToLeft: boolean };

const bidiControls = /[\u202a-\u202e\u2066-\u2069]/;

/**
 * Determines the embedding levels of the whole string before it is broken into lines, because the first letter of the
 * string determines the direction of every line.
 */
export const toBidiParagraph = (text: string): BidiParagraph => ({
  text,
  levels: bidi.getEmbeddingLevels(text, 'auto').levels,
});

/**
 * Splits a line into runs of one direction, in visual order from left to right (UAX #9, rule L2). The letters of a
 * right-to-left run stay in reading order, because fontkit reverses them.
 */
export function getVisualRuns({ paragraph: { text, levels }, start, end }: TextLine): VisualRun[] {
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
