import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { z } from 'zod';
import { GroupRules } from '#contract/rules/group-rules.ts';
import { MarkingScheme } from '#contract/rules/scheme.ts';
import { Categories } from '#contract/settings/categories.ts';
import { Faq, HomeContent } from '#contract/settings/content.ts';
import { Courses } from '#contract/settings/courses.ts';
import {
  DeadlineSettings,
  Department,
  defaultReminderSettings,
  type ProposalChoices,
  ReminderSettings,
} from '#contract/settings/department.ts';
import { Developers } from '#contract/settings/developers.ts';
import { defaultEmailTemplates, EmailTemplates } from '#contract/settings/email-templates.ts';
import { Help } from '#contract/settings/help.ts';
import { defaultKindSettings, KindSettings } from '#contract/settings/kinds.ts';
import { defaultModules, Modules } from '#contract/settings/modules.ts';
import { defaultOutcomeSettings, OutcomeSettings } from '#contract/settings/outcomes.ts';
import { checkDeadlineKinds } from '#server/content/check-kinds.ts';
import { checkOutcomeMilestones } from '#server/content/check-outcomes.ts';
import { findSettingIssues } from '#server/content/check-setting.ts';
import { checkMilestoneDeadlines, checkProposalChoices } from '#server/content/cross-checks.ts';
import { deriveDeadlineIds } from '#server/content/deadline-ids.ts';
import { deepFreeze } from '#server/content/freeze.ts';
import { isTimeZone } from '#server/content/is-time-zone.ts';
import {
  type EncodedPictures,
  emptyEncodedPictures,
  encodePictures,
  replacePictureDataUrls,
} from '#server/content/pictures/pictures.ts';
import type { ContentIssue } from './format-issue.ts';
import { readYaml } from './read-yaml.ts';

const schemas = {
  department: Department,
  modules: Modules,
  home: HomeContent,
  faq: Faq,
  help: Help,
  kinds: KindSettings,
  deadlines: DeadlineSettings,
  reminders: ReminderSettings,
  scheme: MarkingScheme,
  groups: GroupRules,
  outcomes: OutcomeSettings,
  courses: Courses,
  categories: Categories,
  developers: Developers,
  emails: EmailTemplates,
} as const;

type ContentFileName = keyof typeof schemas;
const contentFileNames = Object.keys(schemas) as ContentFileName[];
export type ContentFiles = { [Name in ContentFileName]: z.output<(typeof schemas)[Name]> };

/** Default settings for content files that a folder may lack, because earlier portal versions did not have them. */
const standard = {
  modules: defaultModules,
  reminders: defaultReminderSettings,
  emails: defaultEmailTemplates,
  kinds: defaultKindSettings,
  outcomes: defaultOutcomeSettings,
};

/** Files that are read from the portal's own folder if a folder lacks them. */
const shipped: readonly ContentFileName[] = ['help'];
const shippedFolder = resolve(import.meta.dirname, '../../../content');

/** Parses the files of a folder and checks their references to each other. Errors: "file:line field: …". */
function parseContent(folder: string, timeZone: string, pictures = emptyEncodedPictures) {
  const values: Partial<ContentFiles> = {};
  const checkReferences = (name: ContentFileName, parsed: unknown): ContentIssue[] => {
    const { kinds = defaultKindSettings, deadlines, scheme } = values;
    if (name === 'department') return checkProposalChoices(parsed as ProposalChoices);
    if (name === 'deadlines') return checkDeadlineKinds(parsed as DeadlineSettings, kinds);
    if (name === 'scheme' && deadlines)
      return checkMilestoneDeadlines(parsed as MarkingScheme, deriveDeadlineIds(deadlines));
    if (name === 'outcomes' && scheme)
      return checkOutcomeMilestones(parsed as OutcomeSettings, scheme);
    return [];
  };
  const read = <Name extends ContentFileName>(name: Name): string[] => {
    const path = join(folder, `${name}.yaml`);
    const isMissing = !existsSync(path);
    if (isMissing && name in standard) return [];
    const file = isMissing && shipped.includes(name) ? join(shippedFolder, `${name}.yaml`) : path;
    const { value, errors } = readYaml(file, schemas[name] as z.ZodType, (parsed) => [
      ...findSettingIssues(name, parsed, timeZone, values.department, pictures),
      ...checkReferences(name, parsed),
    ]);
    values[name] = replacePictureDataUrls(name, value as ContentFiles[Name], pictures);
    return errors;
  };
  const errors = contentFileNames.flatMap((name) => read(name));
  return { values, errors };
}

/** Loads the content of a folder. Throws one Error that lists all errors with file, line, field and remedy. */
export function loadContent(
  folder: string,
  timeZone: string,
  pictures: EncodedPictures = emptyEncodedPictures,
): ContentFiles {
  if (!isTimeZone(timeZone)) {
    throw new Error(`“${timeZone}” is not a time zone. Use an IANA name such as Asia/Karachi.`);
  }
  const { values, errors } = parseContent(folder, timeZone, pictures);
  if (errors.length > 0) {
    const count = errors.length === 1 ? 'an error' : `${errors.length} errors`;
    throw new Error(`The department’s content has ${count}:\n${errors.join('\n')}`);
  }
  return deepFreeze({ ...standard, ...(values as ContentFiles) });
}

/** Loads the content of a folder and encodes its pictures. Rejects if the content or a picture is invalid. */
export async function loadContentAndPictures(folder: string, timeZone: string) {
  // Invalid files have no value here, and `loadContent` reports their errors.
  const { values } = parseContent(folder, timeZone);
  const logos = await encodePictures('department', values.department);
  const photos = await encodePictures('developers', values.developers);
  return loadContent(folder, timeZone, new Map([...logos, ...photos]));
}
