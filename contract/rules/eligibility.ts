import { z } from 'zod';
import { recordKey } from '#contract/values/text.ts';
import type { GroupRules } from './group-rules.ts';

export const eligibilityErrorMessage =
  'Your answer violated the eligibility criteria. Restarting...';

export const restartAfterMs = 2000;

const Answer = z.enum(['yes', 'no']);
export type Answer = z.infer<typeof Answer>;

export const Eligibility = z.record(recordKey, Answer);
export type Eligibility = z.infer<typeof Eligibility>;

/** Returns a schema that requires an answer to every question and rejects disqualifying answers. */
export function buildEligibilitySchema({
  eligibility,
}: GroupRules): z.ZodType<Eligibility, Eligibility> {
  const passing = eligibility.map(({ id, fails }): [string, z.ZodType<Answer, Answer>] => {
    const passingAnswers = Answer.options.filter((answer) => answer !== fails);
    return [id, fails ? z.enum(passingAnswers, eligibilityErrorMessage) : Answer];
  });
  return z.object(Object.fromEntries(passing));
}

/** Returns the step after an answer to the question at `index` (spec 4). */
export function getNextStep(
  { eligibility }: Pick<GroupRules, 'eligibility'>,
  index: number,
  answer: Answer,
): 'next' | 'form' | 'restart' {
  if (eligibility[index]?.fails === answer) return 'restart';
  return index + 1 < eligibility.length ? 'next' : 'form';
}
