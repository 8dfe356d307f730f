import { z } from 'zod';
import { hasAtMostTwoDecimals } from '#contract/rules/scheme.ts';
import {
  buildLineSchema,
  buildListEntrySchema,
  buildParagraphSchema,
} from '#contract/values/text.ts';

const Code = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9.-]{0,11}$/,
    'a code of at most 12 letters, digits, dots and hyphens, such as PLO1',
  );
const Description = buildParagraphSchema('Description', 1000)
  .min(1, 'Description is required.')
  .describe('what students are able to do');
const Weight = z
  .number()
  .min(0.01)
  .max(1000)
  .refine(hasAtMostTwoDecimals, 'a number with at most two decimals')
  .describe('relative to the other weights of the list');
const Percent = z.int().min(1).max(100);

/** A program learning outcome, also called graduate attribute. */
export const Plo = z.strictObject({
  code: Code,
  title: buildLineSchema('Title', 80),
  description: Description,
  programs: z
    .array(buildListEntrySchema('Program', 40))
    .min(1)
    .optional()
    .describe('default: all programs. Programs may define the same code differently'),
});
export type Plo = z.infer<typeof Plo>;

/** A course learning outcome, and the program learning outcomes to which it contributes. */
export const Clo = z.strictObject({
  code: Code,
  description: Description,
  milestones: z
    .array(z.strictObject({ milestone: buildLineSchema('Milestone', 40), weight: Weight }))
    .max(40)
    .describe('keys of the marking scheme'),
  plos: z
    .array(z.strictObject({ plo: Code, weight: Weight }))
    .max(30)
    .describe('codes of program learning outcomes'),
});
export type Clo = z.infer<typeof Clo>;

/** Schema of `content/outcomes.yaml`. Without CLOs, the cohort does not measure learning outcomes. */
export const OutcomeSettings = z.strictObject({
  studentPercent: Percent.describe(
    'a student attains an outcome with at least this percentage of its marks',
  ),
  cohortPercent: Percent.describe('a cohort attains an outcome if so many per cent of students do'),
  plos: z.array(Plo).max(60),
  clos: z.array(Clo).max(20),
});
export type OutcomeSettings = z.infer<typeof OutcomeSettings>;

export const defaultOutcomeSettings: OutcomeSettings = {
  studentPercent: 50,
  cohortPercent: 60,
  plos: [],
  clos: [],
};
