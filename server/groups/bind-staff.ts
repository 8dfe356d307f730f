import { sql } from 'kysely';
import { nameKey } from '#contract/text.ts';
import { aboutGroup, recordEntry } from '#server/audit/record-entry.ts';
import { isPostgres } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import { confusableForm } from './confusable-form.ts';
import { type NewChange, recordChanges } from './record-changes.ts';
import { changed } from './write-group.ts';

type Part = 'supervisor' | 'external_examiner';
const parts: readonly Part[] = ['supervisor', 'external_examiner'];

/** A proposal's word for a supervisor whom the office names later (decisions): the name of nobody. */
export const nobodyYet = 'other';

/** Whether a reader could take a name for the word that stands for nobody. */
export const isPlaceholderName = (name: string) =>
  confusableForm(name) === confusableForm(nobodyYet);

/**
 * Makes everybody else who binds one of these names, or gives it to an account, wait for the transaction's end: so that
 * of a group and an account that are written at once, the later one sees the earlier. Before any group's lock.
 */
export async function lockNames(db: Db, names: readonly (string | null | undefined)[]) {
  // SQLite has one writer at a time.
  if (!isPostgres(db)) return;
  const keys = new Set(names.flatMap((name) => (name ? [nameKey(name)] : [])));
  keys.delete(nobodyYet);
  for (const key of [...keys].toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db);
  }
}

/**
 * The account that a name means (spec 6): the only one of the faculty that carries it and is not blocked. Undefined for
 * none and for several: an ambiguous name grants nothing until an admin chooses (decisions). The caller holds the name's lock.
 */
export async function findAccountNamed(db: Db, name: string): Promise<string | undefined> {
  const key = nameKey(name);
  if (key === nobodyYet) return undefined;
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('name_key', '=', key)
    .where('role', '=', 'faculty')
    .where('blocked_at', 'is', null)
    .limit(2)
    .execute();
  return found.length === 1 ? found[0]?.id : undefined;
}

type Account = { id: string; name: string; email: string };

/**
 * Binds the groups that wait for somebody of this account's name, also those in the bin, unless another account could be
 * meant as well. In the caller's transaction.
 */
export async function bindStaff(db: Db, account: Account, by: Caller, now: Date): Promise<void> {
  if ((await findAccountNamed(db, account.name)) !== account.id) return;
  for (const part of parts) {
    const bound = await db
      .updateTable('groups')
      .set((eb) => ({ [`${part}_id`]: account.id, ...changed(eb, by, now) }))
      .where(`${part}_key`, '=', nameKey(account.name))
      .where(`${part}_id`, 'is', null)
      .returning(['id', 'name'])
      .execute();
    const change = { field: `${part}_account`, from: null, to: account.email };
    await record(db, bound, change, `${wordsOf(part)} bound to ${account.email}`, by, now);
  }
}

/** Takes an account that leaves the faculty out of its groups, which go on naming it. In the caller's transaction. */
export async function unbindStaff(db: Db, account: Account, by: Caller, now: Date): Promise<void> {
  for (const part of parts) {
    const left = await db
      .updateTable('groups')
      .set((eb) => ({ [`${part}_id`]: null, ...changed(eb, by, now) }))
      .where(`${part}_id`, '=', account.id)
      .returning(['id', 'name'])
      .execute();
    const change = { field: `${part}_account`, from: account.email, to: null };
    const detail = `${wordsOf(part)} ${account.email} is not of the faculty any more`;
    await record(db, left, change, detail, by, now);
  }
}

/** Follows a faculty account's new name in the groups that are bound to it. In the caller's transaction. */
export async function renameStaff(
  db: Db,
  { id, name: from }: Account,
  to: string,
  by: Caller,
  now: Date,
): Promise<void> {
  for (const part of parts) {
    const renamed = await db
      .updateTable('groups')
      .set((eb) => ({ [part]: to, [`${part}_key`]: nameKey(to), ...changed(eb, by, now) }))
      .where(`${part}_id`, '=', id)
      .returning(['id', 'name'])
      .execute();
    const change = { field: part, from, to };
    await record(db, renamed, change, `${wordsOf(part)}, who has a new name`, by, now);
  }
}

const wordsOf = (part: Part) => part.replace('_', ' ');

/** One line of history and one of the audit trail for each group. */
async function record(
  db: Db,
  groups: readonly { id: string; name: string }[],
  change: Omit<NewChange, 'part'>,
  detail: string,
  by: Caller,
  now: Date,
) {
  for (const group of groups) {
    await recordChanges(db, group.id, [{ part: 'group', ...change }], by, now);
    const subject = aboutGroup(group);
    await recordEntry(db, { action: 'group-changed', by, subject, detail }, now);
  }
}
