import { z } from 'zod';

/** The three questions before the group form (decisions), and the answer that ends the attempt (spec 4). */
export const eligibilityQuestions = [
  { id: 'asGroup', text: 'Are you proposing as a group of two or three?', fails: undefined },
  { id: 'moreThanThree', text: 'Does your group have more than three members?', fails: 'yes' },
  {
    id: 'feeProofs',
    text: 'Does every member have a fee proof ready as a PDF?',
    fails: 'no',
  },
] as const;

export const eligibilityViolated = 'Your answer violated the eligibility criteria. Restarting...';

export const restartAfterMs = 2000;

const Answer = z.enum(['yes', 'no']);
export type Answer = z.infer<typeof Answer>;

/** The answers as they are kept with the group; only answers that pass are valid. */
export const Eligibility = z.object({
  asGroup: Answer,
  moreThanThree: z.literal('no', eligibilityViolated),
  feeProofs: z.literal('yes', eligibilityViolated),
});
export type Eligibility = z.infer<typeof Eligibility>;

/** What an answer to the question at `index` leads to: the next question, the form, or a restart. */
export function afterAnswer(index: number, answer: Answer): 'next' | 'form' | 'restart' {
  if (eligibilityQuestions[index]?.fails === answer) return 'restart';
  return index + 1 < eligibilityQuestions.length ? 'next' : 'form';
}
