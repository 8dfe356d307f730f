import { describe, expect, it } from 'vitest';
import { getSimilarityState, maySaveMark, reachesLimits } from './similarity.ts';

/** The limits of HEC. */
const limits = { overall: 20, singleSource: 5 };
const files = { thesisSha256: 'a', reportVersion: 1 };

describe('reachesLimits', () => {
  it.each([
    [19.99, 4.99, false],
    [20, 4.99, true],
    [19.99, 5, true],
    [0, 0, false],
    [100, 100, true],
  ])('decides about %s %% overall and %s %% from one source: %s', (overall, singleSource, is) => {
    expect(reachesLimits({ overall, singleSource }, limits)).toBe(is);
  });
});

// The example of docs/assessment.md.
describe('the worked example', () => {
  const entered = { event: 'entered', overall: 24, singleSource: 3, ...files } as const;

  it('waits for figures, their confirmation and a decision, until the thesis can be marked', () => {
    expect(getSimilarityState(limits, files, undefined)).toBe('missing');
    expect(getSimilarityState(limits, files, entered)).toBe('unconfirmed');
    expect(getSimilarityState(limits, files, { ...entered, event: 'confirmed' })).toBe('exceeded');
    const returned = { ...entered, event: 'returned' } as const;
    expect(getSimilarityState(limits, files, returned)).toBe('returned');
    const revised = { thesisSha256: 'b', reportVersion: 2 };
    expect(getSimilarityState(limits, revised, returned)).toBe('outdated');
    const again = { event: 'confirmed', overall: 16.5, singleSource: 3, ...revised } as const;
    const state = getSimilarityState(limits, revised, again);
    expect([state, maySaveMark(state)]).toEqual(['within', true]);
  });

  it('can be marked if the thesis is accepted instead', () => {
    const state = getSimilarityState(limits, files, { ...entered, event: 'accepted' });
    expect([state, maySaveMark(state)]).toEqual(['accepted', true]);
  });

  it('waits for a new decision if only the report or only the thesis is uploaded again', () => {
    const accepted = { ...entered, event: 'accepted' } as const;
    for (const newer of [{ thesisSha256: 'b' }, { reportVersion: 2 }]) {
      expect(getSimilarityState(limits, { ...files, ...newer }, accepted)).toBe('outdated');
    }
    expect(getSimilarityState(limits, { ...files, thesisSha256: undefined }, accepted)).toBe(
      'no-files',
    );
  });
});
