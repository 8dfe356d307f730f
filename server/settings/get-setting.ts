import { Problem } from '#contract/problem.ts';
import type { SettingName } from '#contract/settings/settings.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { Services } from '#server/services.ts';
import { getSettingScope } from './scope.ts';

/** Returns the given version of a setting, or the current one if none is given. Throws `not-found`. */
export async function getSetting(
  { db, content }: Services,
  name: SettingName,
  { cohort, version }: { cohort?: string | undefined; version?: number | undefined },
) {
  return toSetting(
    await getSettingVersion(db, getSettingScope(content, name, cohort), name, version),
  );
}

export async function getSettingVersion(
  db: Db,
  scope: string,
  name: SettingName,
  version?: number,
): Promise<DatabaseRow<'settings'>> {
  const row = await db
    .selectFrom('settings')
    .selectAll()
    .where('scope', '=', scope)
    .where('name', '=', name)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) throw new Problem('not-found', `There is no version ${version} of this setting.`);
  return row;
}

const toSettingVersion = (
  row: Pick<DatabaseRow<'settings'>, 'version' | 'changed_at' | 'changed_by_name'>,
) => ({
  version: row.version,
  changedAt: row.changed_at,
  changedBy: row.changed_by_name,
});

export const toSetting = (row: DatabaseRow<'settings'>) => ({
  ...toSettingVersion(row),
  name: row.name,
  value: JSON.parse(row.value) as unknown,
});

export async function listSettingVersions(
  { db, content }: Services,
  name: SettingName,
  cohort: string | undefined,
) {
  const rows = await db
    .selectFrom('settings')
    .select(['version', 'changed_at', 'changed_by_name'])
    .where('scope', '=', getSettingScope(content, name, cohort))
    .where('name', '=', name)
    .orderBy('version', 'desc')
    .execute();
  return { versions: rows.map(toSettingVersion) };
}
