import { z } from 'zod';
import { Categories } from './categories.ts';
import { CohortCode } from './cohorts.ts';
import { Faq, Home, Identity } from './content.ts';
import { Courses } from './courses.ts';
import { Choices, LocalDeadlines, Reminders } from './department.ts';
import { Developers } from './developers.ts';
import { Emails } from './email-templates.ts';
import { endpoint } from './endpoint.ts';
import { DeadlineId } from './rules/deadlines.ts';
import { GroupRules } from './rules/group-rules.ts';
import { Scheme } from './rules/scheme.ts';
import { AffectedMilestone, MarksChoice } from './rules/scheme-change.ts';
import { Id, keyText } from './values/text.ts';

/** What can be edited in the browser: whose it is, its shape, and what people call it. */
export const settings = {
  department: { scope: 'department', schema: Identity, label: 'Department' },
  home: { scope: 'department', schema: Home, label: 'Home page' },
  faq: { scope: 'department', schema: Faq, label: 'FAQ' },
  courses: { scope: 'department', schema: Courses, label: 'Courses' },
  developers: { scope: 'department', schema: Developers, label: 'Developers' },
  emails: { scope: 'department', schema: Emails, label: 'Emails' },
  choices: { scope: 'cohort', schema: Choices, label: 'Programs, categories and supervisors' },
  categories: { scope: 'cohort', schema: Categories, label: 'Category cards' },
  deadlines: { scope: 'cohort', schema: LocalDeadlines, label: 'Deadlines' },
  reminders: { scope: 'cohort', schema: Reminders, label: 'Reminders and extensions' },
  scheme: { scope: 'cohort', schema: Scheme, label: 'Marking scheme' },
  groups: { scope: 'cohort', schema: GroupRules, label: 'Group rules' },
} as const satisfies Record<
  string,
  { scope: 'department' | 'cohort'; schema: z.ZodType; label: string }
>;

export type SettingName = keyof typeof settings;
export const settingNames = Object.keys(settings) as SettingName[];
export type SettingValue<Name extends SettingName> = z.infer<(typeof settings)[Name]['schema']>;

const Name = z.enum(settingNames, 'There is no such setting.');
const Version = z.int32().min(1);
/**
 * Of which cohort. Settings of the whole department take none. A read without it is of the current cohort; a write is
 * refused, because another cohort may have become current since the form was opened.
 */
const OfCohort = z.object({ cohort: CohortCode.optional() });

/** A version as it was saved; who is null for what the portal itself wrote. */
export const SettingVersion = z.object({
  version: z.int(),
  changedAt: z.iso.datetime(),
  changedBy: z.string().nullable(),
});
export type SettingVersion = z.infer<typeof SettingVersion>;

const Setting = SettingVersion.extend({
  name: Name,
  value: z.unknown().describe('of the shape of the file in `content/` that it began as'),
});

export const getSetting = endpoint({
  method: 'GET',
  path: '/api/settings/:name',
  summary: 'A setting as it stands, or an earlier version of it',
  access: ['admin'],
  params: z.object({ name: Name }),
  query: OfCohort.extend({ version: z.coerce.number().int().min(1).max(2_147_483_647).optional() }),
  reply: Setting,
  problems: ['not-found'],
});

export const listSettingVersions = endpoint({
  method: 'GET',
  path: '/api/settings/:name/versions',
  summary: 'Who changed a setting and when, the newest first',
  access: ['admin'],
  params: z.object({ name: Name }),
  query: OfCohort,
  reply: z.object({ versions: z.array(SettingVersion) }),
  problems: ['not-found'],
});

/** A group whose own date would end earlier than a deadline that is moved for all. */
export const EarlierDate = z.object({
  groupId: z.string(),
  fypGroupName: z.string(),
  deadlineId: z.string(),
  title: z.string().describe('of the deadline'),
  ownDue: z.iso.datetime().describe('the date that holds for the group today'),
  due: z.iso.datetime().describe('the new date for all'),
});
export type EarlierDate = z.infer<typeof EarlierDate>;

/** A group that keeps its earlier date, which has to be the one that was shown. */
export const KeptDate = z.object({
  groupId: Id,
  deadlineId: DeadlineId,
  ownDue: z.iso.datetime('Choose a date and time.'),
});
export type KeptDate = z.infer<typeof KeptDate>;

export const previewDeadlines = endpoint({
  method: 'POST',
  path: '/api/settings/deadlines/preview',
  summary:
    'Groups whose own dates would end earlier than the deadlines as they would be saved; saves nothing',
  access: ['admin'],
  audit: 'nothing: it changes nothing',
  query: OfCohort,
  maxText: 1024 * 1024,
  body: z.object({ value: z.unknown().describe('the new deadlines') }),
  reply: z.object({ groups: z.array(EarlierDate) }),
  problems: ['not-found'],
});

export const saveSetting = endpoint({
  method: 'PUT',
  path: '/api/settings/:name',
  summary: 'Replace a setting; everybody sees it within seconds, and every version is kept',
  access: ['admin'],
  audit: ['setting-changed'],
  params: z.object({ name: Name }),
  query: OfCohort,
  maxText: 1024 * 1024,
  body: z.object({
    version: Version.describe('as it was read: a change of somebody else since is not overwritten'),
    value: z.unknown(),
    restored: Version.optional().describe('the earlier version that this is, for the audit trail'),
    keepEarlier: z
      .array(KeptDate)
      .max(10_000)
      .optional()
      .describe(
        'of deadlines: the groups that keep an earlier date; all others get the later of both',
      ),
  }),
  reply: z.object({ message: z.string(), setting: Setting }),
  problems: ['not-found', 'stale-version', 'cohort-closed', 'marks-affected'],
});

/** What happens to the marks of each affected milestone, by its key. */
export const Conversion = z.record(keyText, MarksChoice);
export type Conversion = z.infer<typeof Conversion>;

/** One mark, before and after. */
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
  summary: 'Change what has marks: shows each mark before and after, and writes when asked to',
  access: ['admin'],
  audit: ['setting-changed'],
  query: OfCohort,
  maxText: 1024 * 1024,
  body: z.object({
    version: Version,
    value: z.unknown().describe('the new scheme'),
    conversion: Conversion.describe('a choice for every affected milestone'),
    restored: Version.optional().describe('the earlier version that this is, for the audit trail'),
    dryRun: z.boolean(),
  }),
  reply: z.object({
    message: z.string(),
    isSaved: z.boolean(),
    marks: z.array(ConvertedMark).describe('each mark of the affected milestones'),
  }),
  problems: ['stale-version', 'cohort-closed', 'marks-affected'],
});

/** The files of a department, by name, as they lie in `content/`. */
export const Files = z.record(
  z.string().regex(/^[a-z]+\.yaml$/, 'files are named as those that the portal exports'),
  z.string().max(300_000),
);

export const getSettingsFiles = endpoint({
  method: 'GET',
  path: '/api/settings-files',
  summary: 'Everything that can be edited, as the files of a `content/` folder',
  access: ['admin'],
  query: OfCohort,
  reply: z.object({ files: Files }),
  problems: ['not-found'],
});

/** One text or number that a file would change; null: it is not there. */
export const SettingLine = z.object({
  path: z.array(z.string()).describe('names of fields, and titles of the entries of lists'),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type SettingLine = z.infer<typeof SettingLine>;

/** What a file would change in one setting as it stands today. */
export const SettingDifference = SettingVersion.extend({
  name: Name,
  basis: z
    .enum(['current', 'stale', 'unknown'])
    .describe(
      'whether the file was downloaded from this version, from an earlier one, or does not say',
    ),
  lines: z.array(SettingLine),
});
export type SettingDifference = z.infer<typeof SettingDifference>;

/** What a dry run showed: sent back unchanged, it is what is written, or nothing is. */
const Checked = z.object({
  versions: z.partialRecord(Name, Version).describe('today’s, of all settings in the files'),
  digest: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'Check the files again.')
    .describe('SHA-256 of the versions and the new values'),
});

export const importSettings = endpoint({
  method: 'POST',
  path: '/api/settings-files',
  summary:
    'Take over files of a `content/` folder, all or none: a dry run shows every difference first',
  access: ['admin'],
  audit: ['setting-changed'],
  query: OfCohort,
  maxText: 384 * 1024,
  body: z.object({
    files: Files,
    conversion: Conversion.optional().describe('a choice for every affected milestone'),
    dryRun: z.boolean(),
    isAgainstToday: z
      .boolean()
      .default(false)
      .describe(
        'true compares files that are stale with today’s settings instead of refusing them',
      ),
    checked: Checked.optional().describe('as the dry run replied; needed to write changes'),
  }),
  reply: z.object({
    message: z.string(),
    errors: z.array(z.string()).describe('by file and line; with any of them nothing is written'),
    changed: z.array(Name).describe('which settings differ from what stands'),
    differences: z.array(SettingDifference).describe('of the same settings, line by line'),
    affected: z.array(AffectedMilestone).describe('what `conversion` has to name'),
    checked: Checked.optional().describe('left out where nothing would change'),
    isSaved: z.boolean(),
  }),
  problems: ['not-found', 'stale-version', 'cohort-closed', 'marks-affected'],
});
