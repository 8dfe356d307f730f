import { z } from 'zod';
import { Identity } from './content.ts';
import { DueKind } from './rules/deadlines.ts';
import { maxContentText } from './values/content-text.ts';
import { line, listed, slug } from './values/text.ts';

const programCode = z
  .string()
  .regex(/^[A-Za-z0-9]+$/, 'letters and digits only, because group names begin with it')
  .max(40);

/** Choices of the proposal form. */
export const Choices = z.strictObject({
  programs: z
    .array(z.strictObject({ value: programCode, label: listed('Program', maxContentText) }))
    .min(1),
  // Equals the limit in a proposal.
  categories: z.array(listed('Category', 60)).min(1),
  supervisors: z.array(listed('Supervisor', 100)).min(1).describe('"other" is added by the portal'),
});
export type Choices = z.infer<typeof Choices>;

/** `content/department.yaml`. */
export const Department = Identity.extend({
  session: line('Session', 60).describe('in words, for example "Session 2026–27"'),
  sessionYear: z.int().min(2000).max(2100).describe('the year in group names: BSCS-2027-014'),
  ...Choices.shape,
});
export type Department = z.infer<typeof Department>;

/** `content/deadlines.yaml`, in display order. `due` is in the department's time zone. */
export const LocalDeadlines = z
  .array(
    z.strictObject({
      id: slug
        .max(60)
        .optional()
        .describe(
          'does not change with the title; without an id, the deadline is new and gets a random one',
        ),
      title: line('Title', 120),
      due: z
        .string()
        .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d$/, 'a local date and time such as 2027-05-30 14:00'),
      documents: z
        .array(DueKind)
        .optional()
        .describe('what each group, or each of its members, hands in'),
      programs: z.array(programCode).min(1).optional().describe('left out, all of them'),
      graceHours: z
        .int()
        .min(0)
        .max(2160)
        .optional()
        .describe('how long late files are still taken; left out, always'),
    }),
  )
  .min(1)
  .max(60);
export type LocalDeadlines = z.infer<typeof LocalDeadlines>;

/** `content/reminders.yaml`: reminders and extensions of a cohort. */
export const Reminders = z.strictObject({
  firstDays: z
    .int()
    .min(1)
    .max(60)
    .optional()
    .describe('so many days before a deadline, groups that have not handed in are reminded'),
  lastDays: z.int().min(1).max(60).optional().describe('and again, which nobody can mute'),
  copySupervisor: z.boolean().default(false),
  supervisorsDecide: z
    .boolean()
    .default(false)
    .describe('whether supervisors too decide on extensions'),
});
export type Reminders = z.infer<typeof Reminders>;
/** Returns how many days before a deadline groups are reminded. */
export const daysBeforeOf = ({ firstDays, lastDays }: Reminders): number[] =>
  [firstDays, lastDays].filter((days) => days !== undefined);

export const standardReminders: Reminders = {
  firstDays: 7,
  lastDays: 1,
  copySupervisor: true,
  supervisorsDecide: false,
};
