import bidiFactory from 'bidi-js';

// Its types describe another module format than the one that Node loads.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

export type Run = { text: string; isRightToLeft: boolean };

/**
 * A line cut into runs of one direction, from left to right as they stand on paper (Unicode’s rule L2). Within a
 * right-to-left run the letters stay in reading order: the font’s shaping turns them round.
 */
export function visualRuns(line: string): Run[] {
  const { levels } = bidi.getEmbeddingLevels(line, 'auto');
  const mirrored = bidi.getMirroredCharactersMap(line, levels);
  const runs: (Run & { level: number })[] = [];
  for (let index = 0; index < line.length; index += 1) {
    const level = levels[index] ?? 0;
    const character = mirrored.get(index) ?? line.charAt(index);
    const last = runs.at(-1);
    if (last && last.level === level) last.text += character;
    else runs.push({ text: character, level, isRightToLeft: level % 2 === 1 });
  }
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level >= 1; level -= 1) reverseFrom(runs, level);
  return runs.map(({ text, isRightToLeft }) => ({ text, isRightToLeft }));
}

/** Turns round each sequence of runs of this level or a higher one. */
function reverseFrom(runs: (Run & { level: number })[], level: number): void {
  for (let start = 0; start < runs.length; start += 1) {
    let end = start;
    while ((runs[end]?.level ?? -1) >= level) end += 1;
    if (end === start) continue;
    runs.splice(start, end - start, ...runs.slice(start, end).reverse());
    start = end;
  }
}
