import type { Db } from '#server/db/tables.ts';

/** Stores a fact about this installation, unless there is one with this name. */
export async function addInstallationFact(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns the facts whose name starts with `prefix` and is at least `from`, sorted by name. */
export const listInstallationFacts = (db: Db, prefix: string, from = '') =>
  db
    .selectFrom('installation')
    .selectAll()
    .where('name', '>=', `${prefix}${from}`)
    .where('name', '<', `${prefix}\uffff`)
    .orderBy('name')
    .execute();
