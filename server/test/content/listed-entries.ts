import { settingForms } from '#client/settings/forms/forms.ts';
import { toRequestValue } from '#client/settings/kit/values.ts';
import type { DeadlineSettings } from '#contract/settings/department.ts';
import { helpGuideNames } from '#contract/settings/help.ts';
import {
  convertScheme,
  type SettingName,
  type SettingValue,
  saveSetting,
} from '#contract/settings/settings.ts';
import type { Portal } from '#server/test/portal.ts';
import { buildCohortQueryParams, readSetting } from './settings.ts';

type Fields = Record<string, unknown>;
export type SettingEntryList = {
  name: SettingName;
  find: (value: never) => Fields[];
  create: (title: string) => Fields;
};

const toEntryList = <Name extends SettingName>(
  name: Name,
  find: (value: SettingValue<Name>) => object[] | undefined,
  create: (title: string) => Fields,
): SettingEntryList => ({ name, find: (value) => find(value) as Fields[], create });

const due = '2027-03-20 12:00';
const course = {
  provider: 'Coursera',
  hours: 20,
  level: 'Beginner',
  details: 'Short and practical.',
};

export const settingEntryLists = {
  deadlines: toEntryList(
    'deadlines',
    (value: DeadlineSettings) => value,
    (title) => ({ title, due, documents: ['report'] }),
  ),
  'kinds of files': toEntryList(
    'kinds',
    ({ added }) => added,
    (title) => ({ title, types: ['pdf'] }),
  ),
  milestones: toEntryList(
    'scheme',
    ({ parts }) => parts[0]?.milestones,
    (title) => ({ title, total: 10, weight: 10, markers: ['supervisor'] }),
  ),
  'mandatory certificates': toEntryList(
    'courses',
    (value) => {
      value.rule.minimum = 20;
      return value.rule.mandatory;
    },
    (title) => ({ title }),
  ),
  topics: toEntryList(
    'courses',
    ({ topics }) => topics,
    (title) => ({ title, courses: [{ ...course, title: 'Course of a new topic' }] }),
  ),
  courses: toEntryList(
    'courses',
    ({ topics }) => topics[0]?.courses,
    (title) => ({ ...course, title }),
  ),
  'eligibility questions': toEntryList(
    'groups',
    ({ eligibility }) => eligibility,
    (question) => ({ question }),
  ),
  'FAQ sections': toEntryList(
    'faq',
    (value) => value,
    (title) => ({ title, questions: [{ question: 'Why?', answer: ['Because.'] }] }),
  ),
  'FAQ questions': toEntryList(
    'faq',
    ([section]) => section?.questions,
    (question) => ({ question, answer: ['Yes.'] }),
  ),
  ...Object.fromEntries(
    helpGuideNames.map((name) => [
      `help topics (${name})`,
      toEntryList(
        'help',
        (help) => help[name],
        (title) => ({ title, text: ['Open the page.'] }),
      ),
    ]),
  ),
  'category cards': toEntryList(
    'categories',
    (value) => value,
    (title) => ({
      title,
      description: 'A kind of project.',
      options: ['IOT'],
      tools: ['Python'],
      supervisors: ['Dr. Samina Rafiq'],
      illustration: 'web',
    }),
  ),
};

export const getEntryId = ({ id, key }: Fields): string => String(id ?? key);
export const getEntryTitle = ({ title, question }: Fields): string => String(title ?? question);

export async function readSettingEntries(
  portal: Portal,
  { name, find }: SettingEntryList,
): Promise<Fields[]> {
  return find((await readSetting(portal, name)).value as never);
}

/** Builds a request that saves the edited entries of a setting and deletes the marks of any removed milestones. */
export async function buildEntriesRequest(
  portal: Portal,
  { name, find }: SettingEntryList,
  edit: (entries: Fields[]) => void,
) {
  const { version, value } = await readSetting(portal, name);
  const entries = find(value as never);
  const before = entries.map(getEntryId);
  edit(entries);
  const body = { version, value: toRequestValue(settingForms[name], value) };
  const query = buildCohortQueryParams(portal);
  if (name !== 'scheme') return [saveSetting, { params: { name }, query, body }] as const;
  const removed = before.filter((id) => !entries.map(getEntryId).includes(id));
  const conversion = Object.fromEntries(removed.map((id) => [id, 'remove' as const]));
  return [convertScheme, { query, body: { ...body, conversion, dryRun: false } }] as const;
}

export async function saveSettingEntries(
  portal: Portal,
  list: SettingEntryList,
  edit: (entries: Fields[]) => void,
): Promise<Fields[]> {
  const [endpoint, input] = await buildEntriesRequest(portal, list, edit);
  await portal.admin.call(endpoint as typeof saveSetting, input as never);
  return readSettingEntries(portal, list);
}

export const removeEntry = (id: string) => (entries: Fields[]) => {
  const at = entries.findIndex((entry) => getEntryId(entry) === id);
  if (at >= 0) entries.splice(at, 1);
};
