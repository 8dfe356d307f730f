import { stringify } from 'yaml';
import { settingsToFiles } from '#server/content/files/settings-files.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import {
  parseCohortSettings,
  readCurrentSettings,
  readDepartmentSettings,
} from '#server/content/read-settings.ts';
import type { Job } from '#server/http/work/job.ts';
import type { Services } from '#server/services.ts';

/** Returns the department's and one cohort's settings as the files of a `content/` folder. */
export async function getSettingsFiles(
  { db, content }: Services,
  code: string | undefined,
  job: Job,
) {
  const cohort = getCohort(content, code);
  const department = await readDepartmentSettings(db);
  const ofCohort = parseCohortSettings(await readCurrentSettings(db, cohort._id));
  const files: Record<string, string> = {};
  const values = settingsToFiles({ ...department, ...ofCohort }, cohort);
  for (const [name, value] of Object.entries(values)) {
    await job.nextSlice();
    files[`${name}.yaml`] = stringify(value, { lineWidth: 100 });
  }
  return { files };
}
