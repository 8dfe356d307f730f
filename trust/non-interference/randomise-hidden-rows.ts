import type { SeededRandom } from '#trust/lib/random.ts';
import type { BasePortal } from './base.ts';

type Value = string | number | null;

export type HiddenRows = {
  table: string;
  /** SQL condition for the rows. */
  where: string;
  /** Names of the columns to vary, separated by spaces. */
  columns: string;
  /** Values of the column `kind`, which is varied if they are given. */
  kinds?: readonly string[];
  mayBeMissing?: boolean;
};

const characters = 'abcdefghijklmnopqrstuvwxyz ÄÖéñاب’"<&\\\n\t0123456789';
const randomText = (random: SeededRandom) =>
  Array.from({ length: random.whole(1, 40) }, () => random.pick([...characters])).join('');

/** Values of columns whose name and type do not tell which values are valid. */
const columnValues: Record<string, (random: SeededRandom, index: number) => Value> = {
  is_following: (random) => random.whole(0, 1),
  media_type: (random) => random.pick(['application/pdf', 'application/zip', 'image/png']),
  sequence: (_, index) => index + 1000,
  sha256: (random) =>
    random
      .whole(0, 2 ** 31)
      .toString(16)
      .padStart(64, '0'),
  viva_date: (random) => random.pick(['2027-05-01', '2027-06-02']),
  viva_status: (random) => random.pick(['pass', 'fail', 'reschedule']),
};

/** Returns a value for a column of a row, by the name and type of the column. Texts are unique. */
function createValue(name: string, type: string, random: SeededRandom, index: number): Value {
  const createColumnValue = columnValues[name];
  if (createColumnValue) return createColumnValue(random, index);
  if (type !== 'TEXT') return random.whole(1, 9);
  if (name.endsWith('_at'))
    return new Date(Date.UTC(2026, 0, 1) + random.whole(0, 3e10)).toISOString();
  const unique = `${random.whole(0, 2 ** 31).toString(36)}.${index}`;
  if (name.endsWith('email')) return `${unique}@university.test`;
  return `${randomText(random)}${unique}`;
}

export function randomiseHiddenRows(
  { raw, rewrite }: BasePortal,
  hidden: readonly HiddenRows[],
  random: SeededRandom,
): void {
  for (const { table, where, columns, kinds, mayBeMissing } of hidden) {
    const names = [...columns.split(' '), ...(kinds ? ['kind'] : [])];
    const infos = raw.prepare(
      'select name, upper(type) as type, "notnull" as required from pragma_table_info(?)',
    );
    const infoByName = new Map(infos.all(table).map((info) => [info.name, info]));
    const settings = names.map((name) => `${name} = ?`).join(', ');
    const remove = raw.prepare(`delete from main.${table} where rowid = ?`);
    const change = raw.prepare(`update main.${table} set ${settings} where rowid = ?`);
    const rows = raw.prepare(`select rowid as row, * from main.${table} where ${where}`).all();
    for (const [index, { row = null, id }] of rows.entries()) {
      if (mayBeMissing && random.next() < 0.2) {
        remove.run(row);
        continue;
      }
      const values = names.map((name) => {
        if (name === 'kind' && kinds) return random.pick(kinds);
        const { type, required } = infoByName.get(name) ?? {};
        if (!required && random.next() < 0.5) return null;
        return createValue(name, String(type), random, index);
      });
      change.run(...values, row);
      if (table === 'documents') {
        const content = Buffer.from(randomText(random).padEnd(random.whole(1, 60), '.'));
        raw.prepare('update main.documents set size = ? where rowid = ?').run(content.length, row);
        rewrite(String(id), content);
      }
    }
  }
}
