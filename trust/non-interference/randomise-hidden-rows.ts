import type { SeededRandom } from '#trust/lib/random.ts';
import type { BasePortal } from './base.ts';

const emails = 'abcdefghijklmnopqrstuvwxyz ÄÖéñاب’"<&\\\n\t0123456789';
export const randomText = (random: SeededRandom) =>
  Array.from({ length: random.whole(1, 40) }, () => emails[random.whole(0, emails.length - 1)])
    .join('')
    .trim();
/** Returns a function that generates values for a column with a unique constraint. */
export const createUniqueText = (ending: string) => (random: SeededRandom, index: number) =>
  `${random.whole(0, 2 ** 31).toString(36)}.${index}${ending}`;
export const createUniqueEmail = createUniqueText('@university.test');
export const randomInstant = (random: SeededRandom) =>
  new Date(Date.UTC(2026, 0, 1) + random.whole(0, 3e10)).toISOString();
export const randomValueOrNull =
  <T>(make: (random: SeededRandom) => T) =>
  (random: SeededRandom) =>
    random.next() < 0.5 ? null : make(random);
export const randomNumber = (most: number) => (random: SeededRandom) => random.whole(0, most);
export const randomChoice =
  (...all: string[]) =>
  (random: SeededRandom) =>
    all[random.whole(0, all.length - 1)] ?? null;

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
