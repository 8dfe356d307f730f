import { expect, test } from 'vitest';
import { checkConcurrentSaves } from './check.ts';
import { GroupCellsModel } from './model.ts';

const buildEdit = (marks: number, revision: number) => ({
  edits: [{ cell: 'member thesis', values: { marks }, revision }],
});
const buildCells = (marks: number, revision: number) =>
  new Map([['member thesis', { values: { marks, feedback: null }, revision }]]);
const first = {
  save: { by: 'Supervisor', ...buildEdit(7, 0) },
  reply: { changed: 1, version: 2, cells: buildCells(7, 1) },
};
const buildRefusal = (marks: number) => ({
  conflicts: [
    { cell: 'member thesis', values: { marks, feedback: null }, revision: 1, by: 'Supervisor' },
  ],
  message: 'Nothing was saved: Supervisor changed it.',
});
const findViolations = (...steps: Parameters<typeof checkConcurrentSaves>[1][]) => {
  const model = new GroupCellsModel();
  return steps.flatMap((step) => checkConcurrentSaves(model, step).violations);
};

test('checkConcurrentSaves accepts a conflict with a concurrent save or an earlier save', () => {
  const second = { save: { by: 'Admin', ...buildEdit(8, 0) }, reply: buildRefusal(7) };
  expect(findViolations([second, first])).toEqual([]);
  expect(findViolations([first], [second])).toEqual([]);
});

test('checkConcurrentSaves reports a lost update if a stale save overwrites a newer value', () => {
  const reply = { changed: 1, version: 3, cells: buildCells(8, 2) };
  const violations = findViolations(
    [first],
    [{ save: { by: 'Admin', ...buildEdit(8, 0) }, reply }],
  );
  expect(violations).toEqual([expect.stringContaining('lost update: ')]);
});

test('checkConcurrentSaves reports a conflict if the rejected save was up to date or if the conflict contains a wrong value', () => {
  const informed = { save: { by: 'Admin', ...buildEdit(8, 1) }, reply: buildRefusal(7) };
  expect(findViolations([first], [informed])).toEqual([
    expect.stringContaining('false conflict: '),
  ]);
  const wrongValue = { save: { by: 'Admin', ...buildEdit(8, 0) }, reply: buildRefusal(6) };
  expect(findViolations([first], [wrongValue])).toEqual([expect.stringContaining('wrong reply: ')]);
});
