import { randomUUID } from 'node:crypto';
import type { Insertable, Updateable } from 'kysely';
import { type SettingName, settingDefinitions } from '#contract/settings/settings.ts';
import { toUniqueNameKey } from '#contract/values/unique-name.ts';
import type { DatabaseRow, Db, Tables } from '#server/db/tables.ts';
import type { WriteTransaction } from '#server/db/write-context.ts';
import type { SettingValues } from './files/settings-files.ts';

type Author = { userId: string; name: string } | undefined;

/** Inserts the next version of a setting. The caller must hold the lock on the cohort or the department's settings. */
export async function addSettingVersion(
  { trx, now }: WriteTransaction,
  { scope, name, version }: Pick<DatabaseRow<'settings'>, 'scope' | 'name' | 'version'>,
  value: unknown,
  by: Author,
): Promise<void> {
  const added = trx.insertInto('settings').values({
    scope,
    name,
    version,
    value: JSON.stringify(value),
    changed_by: by?.userId ?? null,
    changed_by_name: by?.name ?? null,
    changed_at: now.toISOString(),
  });
  await added.execute();
  if (scope !== 'department') await touchCohort(trx, scope);
}

export const lockDepartmentSettings = (db: Db) =>
  db
    .updateTable('settings')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('scope', '=', 'department')
    .where('name', '=', 'department')
    .where('version', '=', 1)
    .execute();

const touchCohort = (db: Db, cohortId: string) =>
  db
    .updateTable('cohorts')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', cohortId)
    .execute();

/** Makes every process read all cohorts again, for example because their deadlines are due at other moments. */
export const touchAllCohorts = (db: Db) =>
  db
    .updateTable('cohorts')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .execute();

/** Inserts missing settings. Skips settings that exist, even if another process inserts them concurrently. */
export async function addFirstSettingVersions(
  { trx, now }: WriteTransaction,
  scope: string,
  values: Partial<SettingValues>,
  by: Author,
): Promise<void> {
  const of = scope === 'department' ? 'department' : 'cohort';
  const rows = Object.entries(values).flatMap(([key, value]): Insertable<Tables['settings']>[] => {
    const name = key as SettingName;
    if (settingDefinitions[name].scope !== of) return [];
    const author = { changed_by: by?.userId ?? null, changed_by_name: by?.name ?? null };
    const changed_at = now.toISOString();
    return [{ scope, name, version: 1, value: JSON.stringify(value), ...author, changed_at }];
  });
  const added = trx
    .insertInto('settings')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['scope', 'name', 'version']).doNothing());
  await added.execute();
}

/** Inserts a cohort and returns its id. Throws a database error if the name or code is already used. */
export async function insertCohort(
  { trx, now }: WriteTransaction,
  { name, code, isCurrent }: { name: string; code: string; isCurrent: boolean },
): Promise<string> {
  const id = randomUUID();
  const is_current = isCurrent ? 1 : 0;
  const created_at = now.toISOString();
  await trx
    .insertInto('cohorts')
    .values({
      id,
      name,
      name_key: toUniqueNameKey(name),
      code,
      code_key: code.toLowerCase(),
      is_current,
      created_at,
    })
    .execute();
  return id;
}

export async function updateCohortRow(
  db: Db,
  cohortId: string,
  values: Updateable<
    Pick<Tables['cohorts'], 'name' | 'name_key' | 'closed_at' | 'is_current' | 'takes_proposals'>
  >,
): Promise<void> {
  const update = db
    .updateTable('cohorts')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('id', '=', cohortId);
  await update.execute();
}

/** Unmarks the current cohort. The caller must mark another cohort as current in the same transaction. */
export async function unmarkCurrentCohort(db: Db): Promise<void> {
  const update = db
    .updateTable('cohorts')
    .set((eb) => ({ is_current: 0, version: eb('version', '+', 1) }))
    .where('is_current', '=', 1);
  await update.execute();
}
