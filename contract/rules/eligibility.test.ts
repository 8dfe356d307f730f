import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupRules } from '#tools/test/group-rules.ts';
import {
  type Answer,
  afterAnswer,
  eligibilityOf,
  eligibilityViolated,
  restartAfterMs,
} from './eligibility.ts';

const answer = fc.constantFrom<Answer>('yes', 'no');

/** Walks through the questions as the page does; gives where the visitor ends. */
function walk(answers: readonly Answer[]): 'form' | 'restart' {
  for (const [index, given] of answers.entries()) {
    const step = afterAnswer(groupRules, index, given);
    if (step !== 'next') return step;
  }
  throw new Error('The questions did not end.');
}

describe('eligibility', () => {
  it('asks three questions, and a failed attempt restarts after 2 s', () => {
    expect(groupRules.eligibility).toHaveLength(3);
    expect(restartAfterMs).toBe(2000);
    expect(eligibilityViolated).toBe(
      'Your answer violated the eligibility criteria. Restarting...',
    );
  });

  it('goes on from question 1 whatever the answer', () => {
    expect([afterAnswer(groupRules, 0, 'yes'), afterAnswer(groupRules, 0, 'no')]).toEqual([
      'next',
      'next',
    ]);
  });

  it('fails with Yes to question 2 and with No to question 3', () => {
    expect([afterAnswer(groupRules, 1, 'yes'), afterAnswer(groupRules, 1, 'no')]).toEqual([
      'restart',
      'next',
    ]);
    expect([afterAnswer(groupRules, 2, 'yes'), afterAnswer(groupRules, 2, 'no')]).toEqual([
      'form',
      'restart',
    ]);
  });

  it('leads to the form exactly with the answers that the server takes', () => {
    fc.assert(
      fc.property(answer, answer, answer, (asGroup, moreThanThree, feeProofs) => {
        const isValid = eligibilityOf(groupRules).safeParse({
          asGroup,
          moreThanThree,
          feeProofs,
        }).success;
        expect(walk([asGroup, moreThanThree, feeProofs])).toBe(isValid ? 'form' : 'restart');
      }),
    );
  });

  it('refuses a failing answer with the message that the page shows', () => {
    const { error } = eligibilityOf(groupRules).safeParse({
      asGroup: 'yes',
      moreThanThree: 'yes',
      feeProofs: 'yes',
    });
    expect(error?.issues.map(({ message }) => message)).toEqual([eligibilityViolated]);
  });
});
