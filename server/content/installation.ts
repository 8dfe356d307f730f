import type { Db } from '#server/db/tables.ts';

/** Returns the JSON value of a fact about this installation, or undefined if there is none. */
export async function getInstallationFact(db: Db, name: string): Promise<unknown> {
  const fact = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return fact && JSON.parse(fact.value);
}

/** Replaces a fact in a transaction of its own. */
export const changeInstallationFact = (
  db: Db,
  name: string,
  change: (stored: unknown) => unknown,
): Promise<void> => db.transaction().execute((trx) => changeFact(trx, name, change));

/**
 * Replaces a fact in the caller's transaction. Locks it, so that concurrent changes are not lost. `change` gets undefined
 * if there is none.
 */
export async function changeFact(
  trx: Db,
  name: string,
  change: (stored: unknown) => unknown,
): Promise<void> {
  await trx
    .insertInto('installation')
    .values({ name, value: 'null' })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name }))
    .execute();
  const stored = await getInstallationFact(trx, name);
  const value = JSON.stringify(change(stored ?? undefined));
  await trx.updateTable('installation').set({ value }).where('name', '=', name).execute();
}
