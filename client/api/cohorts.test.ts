import { expect, test } from 'vitest';
import { chosen } from './cohorts.ts';

const cohort = (code: string, changes: { isCurrent?: true; isOwn?: true } = {}) => ({
  ...{ code, isCurrent: false, isOwn: false },
  ...changes,
});

test('the cohort of the address is shown, in whichever case it is written', () => {
  const cohorts = [cohort('2028F', { isCurrent: true, isOwn: true }), cohort('2027')];
  expect(chosen(cohorts, '2027')?.code).toBe('2027');
  expect(chosen(cohorts, '2028f')?.code).toBe('2028F');
});

test('without one in the address it is the current cohort, or the newest of those with own groups', () => {
  const current = cohort('2028', { isCurrent: true });
  const [old, older] = [cohort('2027', { isOwn: true }), cohort('2026', { isOwn: true })];
  expect(chosen([current, old, older], null)?.code).toBe('2027');
  expect(chosen([{ ...current, isOwn: true }, old], 'nowhere')?.code).toBe('2028');
  expect(chosen([current, cohort('2027')], null)?.code).toBe('2028');
  expect(chosen([], null)).toBeUndefined();
});
