import type { MatrixActor, MatrixFixture } from '#server/test/matrix/actors.ts';
import { matrixRows } from '#server/test/matrix/rows.ts';
import type { SeededRandom } from '#trust/lib/random.ts';

/**
 * Every write operation listed in the access matrix that should have no further effect if it is repeated. `column` is
 * the role of the caller.
 */
export const repeatableWrites = matrixRows.flatMap(({ cells, variants, repeat, ...row }) => {
  if (row.endpoint.method === 'GET' || 'adds' in repeat) return [];
  // Do not create another admin, who would also receive the emails of other writes.
  if (row.target === 'promote') return [];
  const columns = Object.keys(cells).filter((column) => cells[column]?.endsWith('!'));
  return columns.flatMap((column) =>
    variants.map((variant) => ({ ...row, column, variant, refusals: repeat })),
  );
});
export type RepeatedWrite = (typeof repeatableWrites)[number];

export const findWriteActor = ({ live, gone }: MatrixFixture, { column }: RepeatedWrite) =>
  (live[column] ?? gone.nobody) as MatrixActor;

/** Shuffles the writes. Every endpoint occurs once before any endpoint is repeated. */
export function shuffleWrites(random: SeededRandom): RepeatedWrite[] {
  const before = new Map<string, number>();
  const ranked = repeatableWrites
    .map((write) => ({ write, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ write }) => {
      const rank = before.get(write.name) ?? 0;
      before.set(write.name, rank + 1);
      return { write, rank };
    });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ write }) => write);
}
