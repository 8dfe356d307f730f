import type { Random } from '#trust/lib/random.ts';
import type { Base } from './base.ts';
import { text } from './values.ts';

/** Rows of a table that a viewer must not see, the columns that vary in them, and whether a row may be missing. */
export type Hidden = {
  table: string;
  where: string;
  vary: Record<string, (random: Random, index: number) => string | number | null>;
  mayBeMissing?: boolean;
};

/** Makes another world of the base: the hidden rows with other values, some of them missing. */
export function varyHidden(
  { raw, rewrite }: Base,
  hidden: readonly Hidden[],
  random: Random,
): void {
  for (const { table, where, vary, mayBeMissing } of hidden) {
    const columns = Object.keys(vary);
    const settings = columns.map((column) => `${column} = ?`).join(', ');
    const remove = raw.prepare(`delete from main.${table} where rowid = ?`);
    const change = raw.prepare(`update main.${table} set ${settings} where rowid = ?`);
    const rows = raw.prepare(`select rowid as row, * from main.${table} where ${where}`).all();
    for (const [index, { row = null, id }] of rows.entries()) {
      if (mayBeMissing && random.next() < 0.2) {
        remove.run(row);
        continue;
      }
      change.run(...columns.map((column) => vary[column]?.(random, index) ?? null), row);
      if (table === 'documents') {
        const content = Buffer.from(text(random).padEnd(random.whole(1, 60), '.'));
        raw.prepare('update main.documents set size = ? where rowid = ?').run(content.length, row);
        rewrite(String(id), content);
      }
    }
  }
}
