import { z } from 'zod';
import { propertyNameSchema } from '#contract/values/text.ts';
import type { GroupRules } from './group-rules.ts';

export const eligibilityErrorMessage =
  'Your answer violated the eligibility criteria. Restarting...';

export const eligibilityRestartDelayMs = 2000;

const EligibilityAnswer = z.enum(['yes', 'no']);
export type EligibilityAnswer = z.infer<typeof EligibilityAnswer>;

export const EligibilityAnswers = z.record(propertyNameSchema, EligibilityAnswer);
export type EligibilityAnswers = z.infer<typeof EligibilityAnswers>;

/** Returns a schema that requires an answer to every question and rejects disqualifying answers. */
export function buildEligibilitySchema({
  eligibility,
}: GroupRules): z.ZodType<EligibilityAnswers, EligibilityAnswers> {
  const passing = eligibility.map(
    ({ id, fails }): [string, z.ZodType<EligibilityAnswer, EligibilityAnswer>] => {
      const passingAnswers = EligibilityAnswer.options.filter((answer) => answer !== fails);
      return [id, fails ? z.enum(passingAnswers, eligibilityErrorMessage) : EligibilityAnswer];
    },
  );
  return z.object(Object.fromEntries(passing));
}

/** Returns the next step after an answer to the question at `index` (spec 4). */
export function getNextEligibilityStep(
  { eligibility }: Pick<GroupRules, 'eligibility'>,
  index: number,
  answer: EligibilityAnswer,
): 'next' | 'form' | 'restart' {
  if (eligibility[index]?.fails === answer) return 'restart';
  return index + 1 < eligibility.length ? 'next' : 'form';
}
