import type { DeadlineSettings } from '#contract/settings/department.ts';
import type { SettingName, SettingValue } from '#contract/settings/settings.ts';
import { deriveDeadlineIds } from '#server/content/deadline-ids.ts';
import type { ContentFiles } from './load-content.ts';

export type SettingValues = { [Name in SettingName]: SettingValue<Name> };

/** Converts the files of a `content/` folder to settings. Reuses the ids of the `stored` deadlines. */
export function filesToSettings(
  files: Partial<ContentFiles>,
  stored?: DeadlineSettings,
): Partial<SettingValues> {
  const { department, deadlines, ...rest } = files;
  return {
    ...rest,
    ...(department && ofDepartment(department)),
    ...(deadlines && { deadlines: deriveDeadlineIds(deadlines, stored) }),
  };
}

function ofDepartment({
  session,
  sessionYear,
  programs,
  categories: options,
  supervisors,
  ...identity
}: ContentFiles['department']) {
  return { department: identity, choices: { programs, categories: options, supervisors } };
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
