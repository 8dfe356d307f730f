import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { DeadlineId } from '#contract/rules/deadlines.ts';
import { EntryTreatment } from '#contract/rules/entries-in-use.ts';
import { GroupRules } from '#contract/rules/group-rules.ts';
import { MarkingScheme } from '#contract/rules/scheme.ts';
import { MarkConversionMode } from '#contract/rules/scheme-change.ts';
import { Id, propertyNameSchema } from '#contract/values/text.ts';
import { Categories } from './categories.ts';
import { CohortCode } from './cohorts.ts';
import { DepartmentIdentity, Faq, HomeContent } from './content.ts';
import { Courses } from './courses.ts';
import { DeadlineSettings, ProposalChoices, ReminderSettings } from './department.ts';
import { Developers } from './developers.ts';
import { EmailTemplates } from './email-templates.ts';
import { Help } from './help.ts';
import { KindSettings } from './kinds.ts';
import { Modules } from './modules.ts';
import { OutcomeSettings } from './outcomes.ts';

export const settingDefinitions = {
  department: { scope: 'department', schema: DepartmentIdentity, label: 'Department' },
  modules: { scope: 'department', schema: Modules, label: 'Modules' },
  home: { scope: 'department', schema: HomeContent, label: 'Home page' },
  faq: { scope: 'department', schema: Faq, label: 'FAQ' },
  help: { scope: 'department', schema: Help, label: 'Help' },
  courses: { scope: 'department', schema: Courses, label: 'Courses' },
  developers: { scope: 'department', schema: Developers, label: 'Developers' },
  emails: { scope: 'department', schema: EmailTemplates, label: 'Emails' },
  choices: {
    scope: 'cohort',
    schema: ProposalChoices,
    label: 'Programs, categories and supervisors',
  },
  categories: { scope: 'cohort', schema: Categories, label: 'Category cards' },
  kinds: { scope: 'cohort', schema: KindSettings, label: 'Kinds of files' },
  deadlines: { scope: 'cohort', schema: DeadlineSettings, label: 'Deadlines' },
  reminders: { scope: 'cohort', schema: ReminderSettings, label: 'Reminders and extensions' },
  scheme: { scope: 'cohort', schema: MarkingScheme, label: 'Marking scheme' },
  groups: { scope: 'cohort', schema: GroupRules, label: 'Group rules' },
  outcomes: { scope: 'cohort', schema: OutcomeSettings, label: 'Learning outcomes' },
} as const satisfies Record<
  string,
  { scope: 'department' | 'cohort'; schema: z.ZodType; label: string }
>;

export type SettingName = keyof typeof settingDefinitions;
export const settingNames = Object.keys(settingDefinitions) as SettingName[];
export type SettingValue<Name extends SettingName> = z.infer<
  (typeof settingDefinitions)[Name]['schema']
>;

const Name = z.enum(settingNames, 'Unknown setting.');
const Version = z.int32().min(1);
/** Cohort of a setting, if any. Write requests name it, because the current cohort may change while a form is open. */
const OfCohort = z.object({ cohort: CohortCode.optional() });

/** A saved version of a setting. `changedBy` is null if the portal itself saved it. */
export const SettingVersion = z.object({
  version: z.int(),
  changedAt: z.iso.datetime(),
  changedBy: z.string().nullable(),
});
export type SettingVersion = z.infer<typeof SettingVersion>;

const Setting = SettingVersion.extend({
  name: Name,
  value: z.unknown().describe('same format as the file in `content/`'),
});

export const getSetting = endpoint({
  method: 'GET',
  path: '/api/settings/:name',
  summary: 'Get the current or an earlier version of a setting',
  access: ['admin'],
  params: z.object({ name: Name }),
  query: OfCohort.extend({ version: z.coerce.number().int().min(1).max(2_147_483_647).optional() }),
  reply: Setting,
  problems: ['not-found'],
});

export const listSettingVersions = endpoint({
  method: 'GET',
  path: '/api/settings/:name/versions',
  summary: 'List the versions of a setting, newest first',
  access: ['admin'],
  params: z.object({ name: Name }),
  query: OfCohort,
  reply: z.object({ versions: z.array(SettingVersion) }),
  problems: ['not-found'],
});

export const EarlierDueDate = z.object({
  groupId: z.string(),
  fypGroupName: z.string(),
  deadlineId: z.string(),
  title: z.string().describe('title of the deadline'),
  ownDue: z.iso.datetime().describe('current due date of the group'),
  due: z.iso.datetime().describe('the new date for all'),
});
export type EarlierDueDate = z.infer<typeof EarlierDueDate>;

/** A group that keeps an earlier due date. `ownDue` must equal the date that `previewDeadlines` returned. */
export const KeptEarlierDueDate = z.object({
  groupId: Id,
  deadlineId: DeadlineId,
  ownDue: z.iso.datetime('Choose a date and time.'),
});
export type KeptEarlierDueDate = z.infer<typeof KeptEarlierDueDate>;

export const previewDeadlines = endpoint({
  method: 'POST',
  path: '/api/settings/deadlines/preview',
  summary:
    'Preview a change of deadlines: list groups with an earlier date of their own; saves nothing',
  access: ['admin'],
  audit: 'nothing: it changes nothing',
  query: OfCohort,
  maxText: 1024 * 1024,
  body: z.object({ value: z.unknown().describe('the new deadlines') }),
  reply: z.object({ groups: z.array(EarlierDueDate) }),
  problems: ['not-found'],
});

const Removed = z
  .array(EntryTreatment)
  .max(500)
  .optional()
  .describe('decisions about removed entries that other settings or groups refer to');

export const saveSetting = endpoint({
  method: 'PUT',
  path: '/api/settings/:name',
  summary: 'Replace a setting; the change takes effect within seconds, and all versions are kept',
  access: ['admin'],
  audit: ['setting-changed', 'group-changed'],
  params: z.object({ name: Name }),
  query: OfCohort,
  maxText: 1024 * 1024,
  body: z.object({
    version: Version.describe('version as read; a stale one is rejected'),
    value: z.unknown(),
    restored: Version.optional().describe('number of the restored version, for the audit trail'),
    keepEarlier: z
      .array(KeptEarlierDueDate)
      .max(10_000)
      .optional()
      .describe('for deadlines: groups that keep an earlier date; all others get the later date'),
    removed: Removed,
  }),
  reply: z.object({ message: z.string(), setting: Setting }),
  problems: ['not-found', 'stale-version', 'cohort-closed', 'marks-affected', 'entries-in-use'],
});

/** Treatment of the existing marks of each affected milestone, by milestone key. */
export const MarksConversion = z.record(propertyNameSchema, MarkConversionMode);
export type MarksConversion = z.infer<typeof MarksConversion>;

export const ConvertedMark = z.object({
  fypGroupName: z.string(),
  memberName: z.string(),
  roll: z.string(),
  milestone: z.string(),
  title: z.string(),
  totalBefore: z.number(),
  totalAfter: z.number().nullable().describe('null: the milestone is removed'),
  before: z.number().nullable(),
  after: z.number().nullable(),
  isRounded: z.boolean().describe('whether scaling rounded the mark to two decimals'),
});
export type ConvertedMark = z.infer<typeof ConvertedMark>;

export const convertScheme = endpoint({
  method: 'POST',
  path: '/api/settings/scheme/conversion',
  summary:
    'Change the marking scheme and convert existing marks; a dry run lists each mark before and after',
  access: ['admin'],
  audit: ['setting-changed'],
  query: OfCohort,
  maxText: 1024 * 1024,
  body: z.object({
    version: Version,
    value: z.unknown().describe('the new scheme'),
    conversion: MarksConversion.describe('treatment of the marks of each affected milestone'),
    restored: Version.optional().describe('number of the restored version, for the audit trail'),
    removed: Removed,
    dryRun: z.boolean(),
  }),
  reply: z.object({
    message: z.string(),
    isSaved: z.boolean(),
    marks: z.array(ConvertedMark).describe('each mark of the affected milestones'),
  }),
  problems: ['stale-version', 'cohort-closed', 'marks-affected', 'entries-in-use'],
});

export const getSettingsFiles = endpoint({
  method: 'GET',
  path: '/api/settings-files',
  summary:
    'Export all settings as the files of a `content/` folder, from which a new portal can start',
  access: ['admin'],
  query: OfCohort,
  reply: z.object({ files: z.record(z.string(), z.string()).describe('text by file name') }),
  problems: ['not-found'],
});
