import { z } from 'zod';
import { isModuleEnabled, type ModuleName, type Modules } from '#contract/settings/modules.ts';
import { buildLineSchema, buildParagraphSchema } from '#contract/values/text.ts';

export const maxGroupSize = 8;

/** A question before the proposal form, with the answer that makes a visitor ineligible (spec 4). */
const Question = z.strictObject({
  id: z.string().regex(/^[a-z][A-Za-z0-9]{0,39}$/, 'letters and digits, a lower-case letter first'),
  question: buildParagraphSchema('Question', 300).min(1, 'Question is required.'),
  fails: z
    .enum(['yes', 'no'])
    .optional()
    .describe('the answer that excludes a group from proposing'),
});

/** Schema of `content/groups.yaml`. In patterns, `#` matches a digit and, for roll numbers, `A` matches a letter. */
export const GroupRules = z.strictObject({
  minMembers: z
    .int()
    .min(1)
    .max(maxGroupSize)
    .optional()
    .describe('members that a proposal needs; default: 1'),
  maxMembers: z.int().min(1).max(maxGroupSize),
  minMeetings: z
    .int()
    .min(0)
    .max(60)
    .optional()
    .describe('confirmed meetings that a group needs before its viva; default: 0, none'),
  reviewDays: z
    .int()
    .min(0)
    .max(60)
    .optional()
    .describe('days after a save in which students may request a review; default: 0, none'),
  joinDays: z
    .int()
    .min(1)
    .max(60)
    .optional()
    .describe('days in which a member who joins late submits their own files; default: 14'),
  phone: z
    .string()
    .max(30, { abort: true })
    .regex(
      /^\+\d{1,3} [\d#]{4,14}$/,
      'the country’s code, a space, and the number with # for each digit, such as "+92 3#########"',
    ),
  roll: z
    .strictObject({
      pattern: z
        .string()
        .max(30, { abort: true })
        .regex(/^[ -~]*[#A][ -~]*$/, 'such as F##-AAA-###'),
      example: buildLineSchema('Example', 30).describe('a roll number that fits the pattern'),
    })
    .optional()
    .describe('default: roll numbers may be any letters and digits'),
  eligibility: z.array(Question).max(10),
});
export type GroupRules = z.infer<typeof GroupRules>;

const formatMemberCount = (count: number) => (count === 1 ? '1 member' : `${count} members`);

/** Formats the allowed number of members: "2 to 3 members", "Up to 3 members", "1 member". */
export function formatGroupSize({ minMembers = 1, maxMembers }: GroupRules): string {
  if (minMembers === maxMembers) return formatMemberCount(maxMembers);
  return minMembers === 1
    ? `Up to ${formatMemberCount(maxMembers)}`
    : `${minMembers} to ${formatMemberCount(maxMembers)}`;
}

/** Modules of the questions that the portal ships with, by id. A department may change the text of a question. */
const modulesOfQuestions: ReadonlyMap<string, ModuleName> = new Map([['feeProofs', 'feeProof']]);

/** Returns the rules without questions about modules that are switched off. */
export const omitUnusedQuestions = (rules: GroupRules, modules: Modules): GroupRules => ({
  ...rules,
  eligibility: rules.eligibility.filter(({ id }) =>
    isModuleEnabled(modules, modulesOfQuestions.get(id)),
  ),
});
