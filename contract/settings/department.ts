import { z } from 'zod';
import { DocumentKind } from '#contract/rules/kinds.ts';
import { defaultDaysWithoutMeeting } from '#contract/rules/meetings.ts';
import { maxContentTextLength } from '#contract/values/content-text.ts';
import { buildLineSchema, buildListEntrySchema, slugSchema } from '#contract/values/text.ts';
import { DepartmentIdentity } from './content.ts';

const programCode = z
  .string()
  .regex(/^[A-Za-z0-9]+$/, 'letters and digits only, because group names begin with it')
  .max(40);

export const ProposalChoices = z.strictObject({
  programs: z
    .array(
      z.strictObject({
        value: programCode,
        label: buildListEntrySchema('Program', maxContentTextLength),
      }),
    )
    .min(1),
  // The schema of proposals has the same limit of 60 characters for the category.
  categories: z.array(buildListEntrySchema('Category', 60)).min(1),
  supervisors: z
    .array(buildListEntrySchema('Supervisor', 100))
    .min(1)
    .describe('"other" is added by the portal'),
});
export type ProposalChoices = z.infer<typeof ProposalChoices>;

export const Department = DepartmentIdentity.extend({
  session: buildLineSchema('Session', 60).describe(
    'name of the academic year, for example "Session 2026–27"',
  ),
  sessionYear: z.int().min(2000).max(2100).describe('the year in group names: BSCS-2027-014'),
  ...ProposalChoices.shape,
});
export type Department = z.infer<typeof Department>;

/** Schema of `content/deadlines.yaml`, a list in display order. `due` is a local time in the department's time zone. */
export const DeadlineSettings = z
  .array(
    z.strictObject({
      id: slugSchema
        .max(60)
        .optional()
        .describe(
          'does not change with the title; without an id, the deadline is new and gets a random one',
        ),
      title: buildLineSchema('Title', 120),
      due: z
        .string()
        .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d$/, 'a local date and time such as 2027-05-30 14:00'),
      documents: z
        .array(DocumentKind)
        .optional()
        .describe('files that each group or member submits'),
      programs: z.array(programCode).min(1).optional().describe('default: all programs'),
      graceHours: z
        .int()
        .min(0)
        .max(2160)
        .optional()
        .describe('hours in which late files are accepted; default: no limit'),
    }),
  )
  .min(1)
  .max(60);
export type DeadlineSettings = z.infer<typeof DeadlineSettings>;

/** Schema of `content/reminders.yaml`: a cohort's rules for reminders and extensions. */
export const ReminderSettings = z.strictObject({
  firstDays: z
    .int()
    .min(1)
    .max(60)
    .optional()
    .describe('days before a deadline on which groups with missing files are reminded'),
  lastDays: z
    .int()
    .min(1)
    .max(60)
    .optional()
    .describe('days before a deadline for the final reminder, which cannot be muted'),
  copySupervisor: z.boolean().default(false),
  supervisorsDecide: z
    .boolean()
    .default(false)
    .describe('true if supervisors may also decide on extensions'),
  meetingDays: z
    .int()
    .min(0)
    .max(365)
    .optional()
    .describe(
      `days without a meeting after which a group is listed; default: ${defaultDaysWithoutMeeting}, 0: never`,
    ),
});
export type ReminderSettings = z.infer<typeof ReminderSettings>;
export const getReminderDays = ({ firstDays, lastDays }: ReminderSettings): number[] =>
  [firstDays, lastDays].filter((days) => days !== undefined);

export const defaultReminderSettings: ReminderSettings = {
  firstDays: 7,
  lastDays: 1,
  copySupervisor: true,
  supervisorsDecide: false,
};
