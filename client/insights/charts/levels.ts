/** Returns each label's text line. Labels less than `gap` apart get different lines. `positions` must be ascending. */
export function assignLabelLevels(positions: readonly number[], gap: number): number[] {
  const ends: number[] = [];
  return positions.map((position) => {
    const free = ends.findIndex((end) => position - end >= gap);
    const level = free === -1 ? ends.length : free;
    ends[level] = position;
    return level;
  });
}
