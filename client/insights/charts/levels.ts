/**
 * On which line each of these labels stands, so that none covers another: those at least `gap` apart share the first.
 * The positions go from left to right.
 */
export function levelsOf(positions: readonly number[], gap: number): number[] {
  const ends: number[] = [];
  return positions.map((position) => {
    const free = ends.findIndex((end) => position - end >= gap);
    const level = free === -1 ? ends.length : free;
    ends[level] = position;
    return level;
  });
}
