import type { SeededRandom } from '#trust/lib/random.ts';
import type { BasePortal } from './base.ts';
import { randomText } from './random-values.ts';

/** Rows of a table that a viewer must not see, the columns to randomise, and whether rows may be deleted. */
export type HiddenRows = {
  table: string;
  where: string;
  columns: Record<string, (random: SeededRandom, index: number) => string | number | null>;
  mayBeMissing?: boolean;
};

export function randomiseHiddenRows(
  { raw, rewrite }: BasePortal,
  hidden: readonly HiddenRows[],
  random: SeededRandom,
): void {
  for (const { table, where, columns, mayBeMissing } of hidden) {
    const columnNames = Object.keys(columns);
    const settings = columnNames.map((column) => `${column} = ?`).join(', ');
    const remove = raw.prepare(`delete from main.${table} where rowid = ?`);
    const change = raw.prepare(`update main.${table} set ${settings} where rowid = ?`);
    const rows = raw.prepare(`select rowid as row, * from main.${table} where ${where}`).all();
    for (const [index, { row = null, id }] of rows.entries()) {
      if (mayBeMissing && random.next() < 0.2) {
        remove.run(row);
        continue;
      }
      change.run(...columnNames.map((column) => columns[column]?.(random, index) ?? null), row);
      if (table === 'documents') {
        const content = Buffer.from(randomText(random).padEnd(random.whole(1, 60), '.'));
        raw.prepare('update main.documents set size = ? where rowid = ?').run(content.length, row);
        rewrite(String(id), content);
      }
    }
  }
}
