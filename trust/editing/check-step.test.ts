import { describe, expect, test } from 'vitest';
import { checkStep, noFaults } from './check-step.ts';
import { Model } from './model.ts';

describe('the check of an answer', () => {
  const edit = (marks: number, revision: number) => ({
    edits: [{ cell: 'member thesis', values: { marks }, revision }],
  });
  const cells = (marks: number, revision: number) =>
    new Map([['member thesis', { values: { marks, feedback: null }, revision }]]);
  const first = {
    save: { by: 'Supervisor', ...edit(7, 0) },
    answer: { changed: 1, version: 2, cells: cells(7, 1) },
  };
  const refusal = (marks: number) => ({
    conflicts: [
      { cell: 'member thesis', values: { marks, feedback: null }, revision: 1, by: 'Supervisor' },
    ],
    message: 'Nothing was saved: Supervisor changed it.',
  });
  const checked = (...steps: Parameters<typeof checkStep>[1][]) => {
    const faults = noFaults();
    const model = new Model();
    for (const step of steps) checkStep(model, step, faults);
    return faults;
  };

  test('takes a conflict that somebody else caused, in the same moment or before', () => {
    const second = { save: { by: 'Admin', ...edit(8, 0) }, answer: refusal(7) };
    expect(checked([second, first])).toEqual(noFaults());
    expect(checked([first], [second])).toEqual(noFaults());
  });

  test('notices a save that wrote over somebody else’s', () => {
    const answer = { changed: 1, version: 3, cells: cells(8, 2) };
    const { lost } = checked([first], [{ save: { by: 'Admin', ...edit(8, 0) }, answer }]);
    expect(lost).toHaveLength(1);
  });

  test('notices a conflict where nobody else was, and one that shows the wrong value', () => {
    const knowing = { save: { by: 'Admin', ...edit(8, 1) }, answer: refusal(7) };
    expect(checked([first], [knowing]).falseConflicts).toHaveLength(1);
    const unlike = { save: { by: 'Admin', ...edit(8, 0) }, answer: refusal(6) };
    expect(checked([first], [unlike]).wrong).toHaveLength(1);
  });
});
