/**
 * Returns the index of the text line for each label, so that labels less than `gap` apart are on different lines. The
 * positions must be sorted in ascending order.
 */
export function assignLabelLevels(positions: readonly number[], gap: number): number[] {
  const ends: number[] = [];
  return positions.map((position) => {
    const free = ends.findIndex((end) => position - end >= gap);
    const level = free === -1 ? ends.length : free;
    ends[level] = position;
    return level;
  });
}
