import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { Categories } from '#contract/categories.ts';
import { Faq, Home } from '#contract/content.ts';
import { Courses } from '#contract/courses.ts';
import {
  type Choices,
  Department,
  defaultReminders,
  LocalDeadlines,
  Reminders,
} from '#contract/department.ts';
import { Developers } from '#contract/developers.ts';
import { defaultEmails, Emails } from '#contract/email-templates.ts';
import { GroupRules } from '#contract/rules/group-rules.ts';
import { Scheme } from '#contract/rules/scheme.ts';
import { findSettingConflicts } from '#server/content/check-setting.ts';
import { checkChoices, checkMilestoneDeadlines } from '#server/content/cross-checks.ts';
import { addFileIds } from '#server/content/deadline-ids.ts';
import { deepFreeze } from '#server/content/freeze.ts';
import { isTimeZone } from '#server/content/is-time-zone.ts';
import {
  encodePictures,
  noPictures,
  type Pictures,
  replacePictures,
} from '#server/content/pictures/pictures.ts';
import { readSource, readYaml, type Source } from './read-yaml.ts';

const schemas = {
  department: Department,
  home: Home,
  faq: Faq,
  deadlines: LocalDeadlines,
  reminders: Reminders,
  scheme: Scheme,
  groups: GroupRules,
  courses: Courses,
  categories: Categories,
  developers: Developers,
  emails: Emails,
} as const;

export type FileName = keyof typeof schemas;
export const fileNames = Object.keys(schemas) as FileName[];
export type ContentFiles = { [Name in FileName]: z.output<(typeof schemas)[Name]> };

/**
 * Parses the given files, and checks references to missing files against `stored`. Returns errors as "file:line field:
 * …".
 */
export function parseContent(
  sources: { readonly [Name in FileName]?: Source | undefined },
  timeZone: string,
  stored: { department?: Choices; deadlines?: LocalDeadlines } = {},
  pictures: Pictures = noPictures,
): { values: Partial<ContentFiles>; errors: string[] } {
  const values: Partial<ContentFiles> = {};
  const lists = () => values.department ?? stored.department;
  const links = (scheme: Scheme) => {
    const deadlines = values.deadlines
      ? addFileIds(values.deadlines, stored.deadlines)
      : stored.deadlines;
    return deadlines ? checkMilestoneDeadlines(scheme, deadlines) : [];
  };
  const read = <Name extends FileName>(name: Name): string[] => {
    const source = sources[name];
    if (!source) return [];
    const { value, errors } = readYaml(source, schemas[name] as z.ZodType, (parsed) =>
      name === 'department'
        ? [
            ...checkChoices(parsed as Choices),
            ...findSettingConflicts('department', parsed, timeZone, undefined, pictures),
          ]
        : [
            ...findSettingConflicts(name, parsed, timeZone, lists(), pictures),
            ...(name === 'scheme' ? links(parsed as Scheme) : []),
          ],
    );
    values[name] = replacePictures(name, value as ContentFiles[Name], pictures);
    return errors;
  };
  const errors = fileNames.flatMap((name) => read(name));
  return { values, errors };
}

/** Encodes the pictures in the files. Ignores invalid files, because `parseContent` reports their errors. */
export async function encodePicturesIn(
  sources: { readonly [Name in FileName]?: Source | undefined },
  stored?: Parameters<typeof encodePictures>[2],
): Promise<Pictures> {
  const pictures: Pictures[] = [];
  for (const [name, source] of Object.entries(sources)) {
    if (typeof source?.text !== 'string' || !source.text.includes('data:')) continue;
    const { value } = readYaml(source, schemas[name as FileName] as z.ZodType);
    pictures.push(await encodePictures(name, value, stored));
  }
  return new Map(pictures.flatMap((encoded) => [...encoded]));
}

/** Default contents of the files that earlier versions of the portal did not have. */
const standard = { reminders: defaultReminders, emails: defaultEmails };

/** Loads the content of a folder. Throws one Error that lists all errors with file, line, field and remedy. */
export function loadContent(
  folder: string,
  timeZone: string,
  pictures: Pictures = noPictures,
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
export const loadContentAndPictures = async (folder: string, timeZone: string) =>
  loadContent(folder, timeZone, await encodePicturesIn(sourcesIn(folder)));

function sourcesIn(folder: string): Partial<Record<FileName, Source>> {
  const names = fileNames.filter(
    (name) => !(name in standard) || existsSync(join(folder, `${name}.yaml`)),
  );
  return Object.fromEntries(names.map((name) => [name, readSource(join(folder, `${name}.yaml`))]));
}
