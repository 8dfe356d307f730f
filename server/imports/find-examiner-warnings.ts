import { toNameKey } from '#contract/values/text.ts';
import type { Db } from '#server/db/tables.ts';
import { runInBatches } from './row-errors.ts';

const attention = 'The group is listed under Attention until an account is chosen.';

/** Returns a warning by name key for each examiner whom `findAccountByName` does not bind to an account. */
export async function findExaminerWarnings(
  db: Db,
  names: readonly string[],
): Promise<Map<string, string>> {
  const byKey = new Map(names.map((name) => [toNameKey(name), name.trim()]));
  byKey.delete('');
  const accounts = await runInBatches([...byKey.keys()], (keys) =>
    db
      .selectFrom('users')
      .select(['name_key', 'email', 'blocked_at'])
      .where('name_key', 'in', keys)
      .where('role', '=', 'faculty')
      .execute(),
  );
  const accountsOf = Map.groupBy(accounts, ({ name_key }) => name_key);
  return new Map(
    [...byKey].flatMap(([key, name]) => {
      const why = describeUnbound(name, accountsOf.get(key) ?? []);
      return why === undefined ? [] : [[key, `${why} ${attention}`] as const];
    }),
  );
}

function describeUnbound(
  name: string,
  accounts: readonly { email: string; blocked_at: string | null }[],
): string | undefined {
  const active = accounts.filter(({ blocked_at }) => blocked_at === null);
  if (active.length === 1) return undefined;
  if (active.length > 1) {
    return `${active.length} accounts have the external examiner’s name, ${name}: ${active.map(({ email }) => email).join(', ')}.`;
  }
  const [blocked] = accounts;
  return blocked
    ? `The account of the external examiner ${name} (${blocked.email}) is blocked.`
    : `The external examiner ${name} has no account yet.`;
}

/** Returns both warnings of a group as one text. */
export function joinWarnings(...warnings: readonly (string | undefined)[]): { warning?: string } {
  const texts = warnings.filter((warning) => warning !== undefined);
  return texts.length === 0 ? {} : { warning: texts.join(' ') };
}
