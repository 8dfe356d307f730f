import { expect, test } from 'vitest';
import { checkStep } from './check.ts';
import { Model } from './model.ts';

const edit = (marks: number, revision: number) => ({
  edits: [{ cell: 'member thesis', values: { marks }, revision }],
});
const cells = (marks: number, revision: number) =>
  new Map([['member thesis', { values: { marks, feedback: null }, revision }]]);
const first = {
  save: { by: 'Supervisor', ...edit(7, 0) },
  reply: { changed: 1, version: 2, cells: cells(7, 1) },
};
const refusal = (marks: number) => ({
  conflicts: [
    { cell: 'member thesis', values: { marks, feedback: null }, revision: 1, by: 'Supervisor' },
  ],
  message: 'Nothing was saved: Supervisor changed it.',
});
const checked = (...steps: Parameters<typeof checkStep>[1][]) => {
  const model = new Model();
  return steps.flatMap((step) => checkStep(model, step).violations);
};

test('the check of a reply takes a conflict that somebody else caused, in the same moment or before', () => {
  const second = { save: { by: 'Admin', ...edit(8, 0) }, reply: refusal(7) };
  expect(checked([second, first])).toEqual([]);
  expect(checked([first], [second])).toEqual([]);
});

test('the check of a reply notices a save that wrote over somebody else’s', () => {
  const reply = { changed: 1, version: 3, cells: cells(8, 2) };
  const violations = checked([first], [{ save: { by: 'Admin', ...edit(8, 0) }, reply }]);
  expect(violations).toEqual([expect.stringContaining('lost update: ')]);
});

test('the check of a reply notices a conflict where nobody else was, and one that shows the wrong value', () => {
  const knowing = { save: { by: 'Admin', ...edit(8, 1) }, reply: refusal(7) };
  expect(checked([first], [knowing])).toEqual([expect.stringContaining('false conflict: ')]);
  const unlike = { save: { by: 'Admin', ...edit(8, 0) }, reply: refusal(6) };
  expect(checked([first], [unlike])).toEqual([expect.stringContaining('wrong reply: ')]);
});
