/**
 * Returns a line number for each label, so that labels less than `gap` apart are on different
 * lines. Requires sorted positions.
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
