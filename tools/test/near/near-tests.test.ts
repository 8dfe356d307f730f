import { describe, expect, it } from 'vitest';
import { findAffectedTests } from './near-tests.ts';

const browserTests = [
  'e2e/marks.e2e.ts',
  'e2e/marks-grid.e2e.ts',
  'e2e/markets.e2e.ts',
  'e2e/board.e2e.ts',
];

describe('findAffectedTests', () => {
  it.each([
    'contract/marks.ts',
    'contract/kinds/marks.ts',
    'server/marks/save-marks.ts',
    'client/marks/grid/marks-grid.tsx',
    'client/pages/marks.tsx',
  ])('returns the tests of the feature that %s belongs to', (file) => {
    const { unit, browser } = findAffectedTests([file], browserTests);
    expect(unit).toEqual(
      expect.arrayContaining(['contract/marks', 'server/marks/', 'client/marks/']),
    );
    expect(browser).toEqual(['e2e/marks.e2e.ts', 'e2e/marks-grid.e2e.ts']);
  });

  it('returns the unit and browser tests that have changed', () => {
    const changed = ['tools/imports.test.ts', 'e2e/board.e2e.ts', 'README.md'];
    expect(findAffectedTests(changed, browserTests)).toEqual({
      unit: ['tools/imports.test.ts'],
      browser: ['e2e/board.e2e.ts'],
    });
  });

  it.each([
    ['server/marks/tables.ts', true],
    ['server/marks/migrations/0040-more.ts', true],
    ['server/marks/save-marks.ts', false],
  ])('includes the tests that cover all tables if %s has changed: %s', (file, isTable) => {
    const { unit } = findAffectedTests([file], browserTests);
    expect(unit.includes('server/backup/backup.test.ts')).toBe(isTable);
  });
});
