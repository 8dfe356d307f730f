import { stringify } from 'yaml';
import type { SettingName } from '#contract/settings/settings.ts';
import { settingsToFiles } from '#server/content/files/settings-files.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import {
  parseCohortSettings,
  parseDepartmentSettings,
  readCurrentSettings,
} from '#server/content/read-settings.ts';
import type { Job } from '#server/http/work/job.ts';
import type { Services } from '#server/services.ts';
import { formatVersionComment } from './file-versions.ts';

/** Returns the department's and one cohort's settings as files of a `content/` folder, with their versions. */
export async function getSettingsFiles(
  { db, content }: Services,
  code: string | undefined,
  job: Job,
) {
  const cohort = getCohort(content, code);
  // Read values and versions from the same rows, so that the version in a file always matches its content.
  const department = await readCurrentSettings(db, 'department');
  const ofCohort = await readCurrentSettings(db, cohort._id);
  const values = { ...parseDepartmentSettings(department), ...parseCohortSettings(ofCohort) };
  const rows = new Map([...department, ...ofCohort]);
  const files: Record<string, string> = {};
  for (const [name, value] of Object.entries(settingsToFiles(values, cohort))) {
    await job.nextSlice();
    const settingRows = settingsIn(name).flatMap((setting) => rows.get(setting) ?? []);
    const text = stringify(value, { lineWidth: 100 });
    files[`${name}.yaml`] = `${formatVersionComment(settingRows)}${text}`;
  }
  return { files };
}

const settingsIn = (file: string): SettingName[] =>
  file === 'department' ? ['department', 'choices'] : [file as SettingName];
