import { stringify } from 'yaml';
import { getCohort } from '#server/content/get-cohort.ts';
import { readDepartment, standingValues } from '#server/content/read-settings.ts';
import { filesOfSettings } from '#server/content/settings-of-files.ts';
import type { Db } from '#server/db/tables.ts';
import type { Services } from '#server/services.ts';

/** What a fresh portal starts from, with one cohort. Throws `not-found`. */
export async function getSettingsFiles({ db, content }: Services, code: string | undefined) {
  return { files: await filesOf(db, getCohort(content, code)) };
}

async function filesOf(
  db: Db,
  cohort: { _id: string; name: string; code: string },
): Promise<Record<string, string>> {
  const values = await standingValues(db, cohort._id);
  if (!values) throw new Error(`The cohort ${cohort.code} has no settings.`);
  const files = filesOfSettings({ ...(await readDepartment(db)), ...values }, cohort);
  return Object.fromEntries(
    Object.entries(files).map(([name, value]) => [
      `${name}.yaml`,
      stringify(value, { lineWidth: 100 }),
    ]),
  );
}
