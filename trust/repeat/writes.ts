import { matrixRows } from '#server/test/matrix/rows.ts';
import type { SeededRandom } from '#trust/lib/random.ts';

/** The access matrix's writes that have no further effect when repeated. `column` is the actor that sends them. */
export const repeatableWrites = matrixRows.flatMap(({ cells, variants, repeat, ...row }) => {
  if (row.endpoint.method === 'GET' || 'adds' in repeat) return [];
  // Skip the promotion of an account to admin, because the new admin would also receive the emails of other writes.
  if (row.target === 'promote') return [];
  // Skip what informs the whole cohort, because other writes change the number of its people.
  if (row.target === 'cohort' || row.name === 'announceDeadlineMoves') return [];
  const columns = Object.keys(cells).filter((column) => cells[column]?.endsWith('!'));
  return columns.flatMap((column) =>
    variants.map((variant) => ({ ...row, column, variant, refusals: repeat })),
  );
});
export type RepeatedWrite = (typeof repeatableWrites)[number];

/** Shuffles the writes. Every endpoint occurs once before any endpoint is repeated. */
export function shuffleWrites(random: SeededRandom): RepeatedWrite[] {
  const shuffled = repeatableWrites
    .map((write) => ({ write, at: random.next() }))
    .toSorted((a, b) => a.at - b.at);
  return [...Map.groupBy(shuffled, ({ write }) => write.name).values()]
    .flatMap((writes) => writes.map(({ write }, rank) => ({ write, rank })))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ write }) => write);
}
