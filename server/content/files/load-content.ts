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
import { readYaml, readYamlSource, type YamlSource } from './read-yaml.ts';

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

export type ContentFileName = keyof typeof schemas;
export const contentFileNames = Object.keys(schemas) as ContentFileName[];
export type ContentFiles = { [Name in ContentFileName]: z.output<(typeof schemas)[Name]> };

/** Parses the given files, and checks references to other files against `stored`. Errors: "file:line field: …". */
export function parseContent(
  sources: { readonly [Name in ContentFileName]?: YamlSource | undefined },
  timeZone: string,
  stored: {
    department?: ProposalChoices;
    kinds?: KindSettings;
    deadlines?: DeadlineSettings;
    scheme?: MarkingScheme;
  } = {},
  pictures: EncodedPictures = emptyEncodedPictures,
): { values: Partial<ContentFiles>; errors: string[] } {
  const values: Partial<ContentFiles> = {};
  const lists = () => values.department ?? stored.department;
  const kinds = () => values.kinds ?? stored.kinds ?? defaultKindSettings;
  const links = (scheme: MarkingScheme) => {
    const deadlines = values.deadlines
      ? deriveDeadlineIds(values.deadlines, stored.deadlines)
      : stored.deadlines;
    return deadlines ? checkMilestoneDeadlines(scheme, deadlines) : [];
  };
  const checkMilestones = (outcomes: OutcomeSettings) => {
    const scheme = values.scheme ?? stored.scheme;
    return scheme ? checkOutcomeMilestones(outcomes, scheme) : [];
  };
  const read = <Name extends ContentFileName>(name: Name): string[] => {
    const source = sources[name];
    if (!source) return [];
    const { value, errors } = readYaml(source, schemas[name] as z.ZodType, (parsed) =>
      name === 'department'
        ? [
            ...checkProposalChoices(parsed as ProposalChoices),
            ...findSettingIssues('department', parsed, timeZone, undefined, pictures),
          ]
        : [
            ...findSettingIssues(name, parsed, timeZone, lists(), pictures),
            ...(name === 'scheme' ? links(parsed as MarkingScheme) : []),
            ...(name === 'deadlines'
              ? checkDeadlineKinds(parsed as DeadlineSettings, kinds())
              : []),
            ...(name === 'outcomes' ? checkMilestones(parsed as OutcomeSettings) : []),
          ],
    );
    values[name] = replacePictureDataUrls(name, value as ContentFiles[Name], pictures);
    return errors;
  };
  const errors = contentFileNames.flatMap((name) => read(name));
  return { values, errors };
}

/** Encodes the pictures of parsed files. Invalid files have no value here, and `parseContent` reports their errors. */
export async function encodePicturesOfFiles(
  values: Partial<ContentFiles>,
  stored?: Parameters<typeof encodePictures>[2],
): Promise<EncodedPictures> {
  const pictures: EncodedPictures[] = [];
  for (const [name, value] of Object.entries(values)) {
    pictures.push(await encodePictures(name, value, stored));
  }
  return new Map(pictures.flatMap((encoded) => [...encoded]));
}

/** Default settings for content files that a folder may lack, because earlier portal versions did not have them. */
const standard = {
  modules: defaultModules,
  reminders: defaultReminderSettings,
  emails: defaultEmailTemplates,
  kinds: defaultKindSettings,
  outcomes: defaultOutcomeSettings,
};

/** Loads the content of a folder. Throws one Error that lists all errors with file, line, field and remedy. */
export function loadContent(
  folder: string,
  timeZone: string,
  pictures: EncodedPictures = emptyEncodedPictures,
): ContentFiles {
  if (!isTimeZone(timeZone)) {
    throw new Error(`“${timeZone}” is not a time zone. Use an IANA name such as Asia/Karachi.`);
  }
  const { values, errors } = parseContent(sourcesIn(folder), timeZone, {}, pictures);
  if (errors.length > 0) {
    const count = errors.length === 1 ? 'an error' : `${errors.length} errors`;
    throw new Error(`The department’s content has ${count}:\n${errors.join('\n')}`);
  }
  return deepFreeze({ ...standard, ...(values as ContentFiles) });
}

/** Loads the content of a folder and encodes its pictures. Rejects if the content or a picture is invalid. */
export async function loadContentAndPictures(folder: string, timeZone: string) {
  const { values } = parseContent(sourcesIn(folder), timeZone);
  return loadContent(folder, timeZone, await encodePicturesOfFiles(values));
}

/** Files that are read from the portal's own folder if a folder lacks them. */
const shipped: readonly ContentFileName[] = ['help'];
const shippedFolder = resolve(import.meta.dirname, '../../../content');

function sourcesIn(folder: string): Partial<Record<ContentFileName, YamlSource>> {
  const sources = contentFileNames.flatMap((name) => {
    const path = join(folder, `${name}.yaml`);
    const isMissing = !existsSync(path);
    if (isMissing && name in standard) return [];
    const ownPath = join(shippedFolder, `${name}.yaml`);
    return [[name, readYamlSource(isMissing && shipped.includes(name) ? ownPath : path)] as const];
  });
  return Object.fromEntries(sources);
}
