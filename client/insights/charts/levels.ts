/** Returns the line of each label so that none overlap: labels at least `gap` apart share one. Positions are sorted. */
export function assignLevels(positions: readonly number[], gap: number): number[] {
  const ends: number[] = [];
  return positions.map((position) => {
    const free = ends.findIndex((end) => position - end >= gap);
    const level = free === -1 ? ends.length : free;
    ends[level] = position;
    return level;
  });
}
