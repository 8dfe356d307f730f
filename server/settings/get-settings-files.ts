import { stringify } from 'yaml';
import type { SettingName } from '#contract/settings.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import {
  cohortValuesOf,
  departmentValuesOf,
  standingSettings,
} from '#server/content/read-settings.ts';
import { filesOfSettings } from '#server/content/settings-of-files.ts';
import type { Services } from '#server/services.ts';
import { formatVersions } from './file-versions.ts';

/** What a fresh portal starts from, with one cohort, and which versions it came from. Throws `not-found`. */
export async function getSettingsFiles({ db, content }: Services, code: string | undefined) {
  const cohort = getCohort(content, code);
  // Values and versions are of the same rows: a file must not name a version that it does not hold.
  const department = await standingSettings(db, 'department');
  const ofCohort = await standingSettings(db, cohort._id);
  const values = { ...departmentValuesOf(department), ...cohortValuesOf(ofCohort) };
  const rows = new Map([...department, ...ofCohort]);
  const files = Object.entries(filesOfSettings(values, cohort)).map(([name, value]) => {
    const own = settingsIn(name).flatMap((setting) => rows.get(setting) ?? []);
    return [`${name}.yaml`, `${formatVersions(own)}${stringify(value, { lineWidth: 100 })}`];
  });
  return { files: Object.fromEntries(files) as Record<string, string> };
}

/** The settings that a file holds, by its name without the ending. */
const settingsIn = (file: string): SettingName[] =>
  file === 'department' ? ['department', 'choices'] : [file as SettingName];
