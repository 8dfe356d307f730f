import type { SettingName, SettingValue } from '#contract/settings/settings.ts';
import { deriveDeadlineIds } from '#server/content/deadline-ids.ts';
import type { ContentFiles } from './load-content.ts';

export type SettingValues = { [Name in SettingName]: SettingValue<Name> };

/** Converts the files of a `content/` folder to settings. */
export function filesToSettings({ department, deadlines, ...rest }: ContentFiles): SettingValues {
  const { session, sessionYear, programs, categories, supervisors, ...identity } = department;
  return {
    ...rest,
    department: identity,
    choices: { programs, categories, supervisors },
    deadlines: deriveDeadlineIds(deadlines),
  };
}

/** Converts settings to the files of a `content/` folder, with which another portal can be set up. */
export function settingsToFiles(
  { department, choices, ...rest }: SettingValues,
  cohort: { name: string; code: string },
): ContentFiles {
  const year = Number.parseInt(cohort.code, 10);
  return {
    ...rest,
    department: {
      ...department,
      session: cohort.name,
      sessionYear: year >= 2000 && year <= 2100 ? year : 2000,
      ...choices,
    },
  };
}
