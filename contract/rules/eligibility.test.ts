import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupRules } from '#tools/test/group-rules.ts';
import {
  buildEligibilitySchema,
  type EligibilityAnswer,
  eligibilityErrorMessage,
  eligibilityRestartDelayMs,
  getNextEligibilityStep,
} from './eligibility.ts';

const answer = fc.constantFrom<EligibilityAnswer>('yes', 'no');

function walk(answers: readonly EligibilityAnswer[]): 'form' | 'restart' {
  for (const [index, reply] of answers.entries()) {
    const step = getNextEligibilityStep(groupRules, index, reply);
    if (step !== 'next') return step;
  }
  throw new Error('The questions did not end.');
}

describe('the eligibility questionnaire', () => {
  it('has three questions and restarts 2 s after a disqualifying answer', () => {
    expect(groupRules.eligibility).toHaveLength(3);
    expect(eligibilityRestartDelayMs).toBe(2000);
    expect(eligibilityErrorMessage).toBe(
      'Your answer violated the eligibility criteria. Restarting...',
    );
  });

  it('continues after either answer to question 1', () => {
    expect([
      getNextEligibilityStep(groupRules, 0, 'yes'),
      getNextEligibilityStep(groupRules, 0, 'no'),
    ]).toEqual(['next', 'next']);
  });

  it('restarts after Yes to question 2 and after No to question 3', () => {
    expect([
      getNextEligibilityStep(groupRules, 1, 'yes'),
      getNextEligibilityStep(groupRules, 1, 'no'),
    ]).toEqual(['restart', 'next']);
    expect([
      getNextEligibilityStep(groupRules, 2, 'yes'),
      getNextEligibilityStep(groupRules, 2, 'no'),
    ]).toEqual(['form', 'restart']);
  });

  it('leads to the proposal form if and only if the server’s schema accepts the answers', () => {
    fc.assert(
      fc.property(answer, answer, answer, (asGroup, moreThanThree, feeProofs) => {
        const isValid = buildEligibilitySchema(groupRules).safeParse({
          asGroup,
          moreThanThree,
          feeProofs,
        }).success;
        expect(walk([asGroup, moreThanThree, feeProofs])).toBe(isValid ? 'form' : 'restart');
      }),
    );
  });

  it('has the same error message for a disqualifying answer on the server and on the page', () => {
    const { error } = buildEligibilitySchema(groupRules).safeParse({
      asGroup: 'yes',
      moreThanThree: 'yes',
      feeProofs: 'yes',
    });
    expect(error?.issues.map(({ message }) => message)).toEqual([eligibilityErrorMessage]);
  });
});
