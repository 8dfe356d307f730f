import { Problem } from '#contract/problem.ts';
import { type SettingName, settingDefinitions } from '#contract/settings/settings.ts';
import type { PortalContent } from '#server/content/content.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import { lockDepartmentSettings } from '#server/content/write-settings.ts';
import { lockCohorts, lockGroups } from '#server/db/lock-rows.ts';
import type { Db } from '#server/db/tables.ts';
import { createCohortClosedProblem } from '#server/groups/require-open.ts';

/** Returns “department”, or the id of the cohort with this code. */
export function getSettingScope(
  content: PortalContent,
  name: SettingName,
  code: string | undefined,
): string {
  return settingDefinitions[name].scope === 'department'
    ? 'department'
    : getCohort(content, code)._id;
}

/** Returns the scope of a setting to save. Throws `invalid` if the setting needs a cohort code and has none. */
export function getSettingWriteScope(
  content: PortalContent,
  name: SettingName,
  code: string | undefined,
): string {
  if (settingDefinitions[name].scope === 'cohort') requireCohortCode(code);
  return getSettingScope(content, name, code);
}

export function requireCohortCode(code: string | undefined): asserts code is string {
  if (code !== undefined) return;
  const message = 'Name the session: add its code to the URL, such as ?cohort=2028.';
  throw new Problem('invalid', message, { fields: { cohort: message } });
}

/** Locks the settings of the department or of a cohort until the transaction ends. Throws `cohort-closed`. */
export async function lockSettingScope(db: Db, scope: string): Promise<void> {
  if (scope === 'department') {
    await lockDepartmentSettings(db);
    return;
  }
  const { name, closed_at } = await lockCohorts(db)
    .where('id', '=', scope)
    .returning(['name', 'closed_at'])
    .executeTakeFirstOrThrow();
  if (closed_at) throw createCohortClosedProblem(name);
}

/** Locks a cohort's groups in id order. Call it before locking the settings, as saving marks locks a group first. */
export async function lockCohortGroups(db: Db, cohortId: string): Promise<void> {
  const groups = await db
    .selectFrom('groups')
    .select('id')
    .where('cohort_id', '=', cohortId)
    .orderBy('id')
    .execute();
  for (const { id } of groups) await lockGroups(db).where('id', '=', id).execute();
}

/** Returns the name of the cohort, or “the department”, for the audit trail. */
export function getScopeName(content: PortalContent, scope: string): string {
  return content.cohorts.find(({ _id }) => _id === scope)?.name ?? 'the department';
}
