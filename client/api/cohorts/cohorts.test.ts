import { expect, test } from 'vitest';
import { selectCohort } from './cohorts.ts';

const cohort = (code: string, changes: { isCurrent?: true; isOwn?: true } = {}) => ({
  code,
  isCurrent: false,
  isOwn: false,
  ...changes,
});

test('selectCohort finds the cohort whose code is in the URL, regardless of case', () => {
  const cohorts = [cohort('2028F', { isCurrent: true, isOwn: true }), cohort('2027')];
  expect(selectCohort(cohorts, '2027')?.code).toBe('2027');
  expect(selectCohort(cohorts, '2028f')?.code).toBe('2028F');
});

test('selectCohort defaults to the current cohort, or to the user’s newest cohort if the user belongs only to other cohorts', () => {
  const current = cohort('2028', { isCurrent: true });
  const [old, older] = [cohort('2027', { isOwn: true }), cohort('2026', { isOwn: true })];
  expect(selectCohort([current, old, older], null)?.code).toBe('2027');
  expect(selectCohort([{ ...current, isOwn: true }, old], 'nowhere')?.code).toBe('2028');
  expect(selectCohort([current, cohort('2027')], null)?.code).toBe('2028');
  expect(selectCohort([], null)).toBeUndefined();
});
