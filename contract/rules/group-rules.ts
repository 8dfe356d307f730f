import { z } from 'zod';
import { buildLineSchema, buildParagraphSchema } from '#contract/values/text.ts';

export const maxGroupSize = 8;

/** A question before the proposal form, with the answer that makes a visitor ineligible (spec 4). */
const Question = z.strictObject({
  id: z.string().regex(/^[a-z][A-Za-z0-9]{0,39}$/, 'letters and digits, a small letter first'),
  question: buildParagraphSchema('Question', 300).min(1, 'Question is required.'),
  fails: z
    .enum(['yes', 'no'])
    .optional()
    .describe('the answer that excludes a group from proposing'),
});

/** Schema of `content/groups.yaml`. In patterns, `#` matches a digit and, for roll numbers, `A` matches a letter. */
export const GroupRules = z.strictObject({
  maxMembers: z.int().min(1).max(maxGroupSize),
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
  eligibility: z.array(Question).min(1).max(10),
});
export type GroupRules = z.infer<typeof GroupRules>;
