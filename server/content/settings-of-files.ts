import { withIds } from '#contract/rules/deadline-ids.ts';
import type { SettingName, SettingValue } from '#contract/settings.ts';
import type { ContentFiles } from './load-content.ts';

export type SettingValues = { [Name in SettingName]: SettingValue<Name> };

/** What the files of a `content/` folder make of the settings; those of files that are not there are left out. */
export function settingsOfFiles(files: Partial<ContentFiles>): Partial<SettingValues> {
  const { department, deadlines, ...others } = files;
  return {
    ...others,
    ...(department && ofDepartment(department)),
    ...(deadlines && { deadlines: withIds(deadlines) }),
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

/** The same the other way, for a folder that another portal can start from. */
export function filesOfSettings(
  { department, choices, ...others }: SettingValues,
  cohort: { name: string; code: string },
): ContentFiles {
  const year = Number.parseInt(cohort.code, 10);
  return {
    ...others,
    department: {
      ...department,
      session: cohort.name,
      sessionYear: year >= 2000 && year <= 2100 ? year : 2000,
      ...choices,
    },
  };
}
