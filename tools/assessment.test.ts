import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { createAttainmentReader, createOutcomeCounter } from '#contract/rules/outcomes.ts';
import { MarkingScheme } from '#contract/rules/scheme.ts';
import { readYaml } from '#server/content/files/read-yaml.ts';
import { buildSampleOutcomes } from './test/outcomes.ts';

const root = resolve(import.meta.dirname, '..');
const milestones = ['proposal', 'firstInternalViva', 'progressReport'];
const codes = ['CLO1', 'CLO2', 'PLO1', 'PLO2'];

/** Reads the rows of the table whose first column has this title. */
function readTable(title: string): string[][] {
  const lines = readFileSync(resolve(root, 'docs/assessment.md'), 'utf8').split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${title} |`));
  const rows = lines.slice(start + 2);
  return rows
    .slice(
      0,
      rows.findIndex((line) => !line.startsWith('|')),
    )
    .map((line) => line.slice(2, -2).split(' | '));
}

const format = (percent: number | null) => percent?.toFixed(2) ?? '–';

it('docs/assessment.md shows the attainments that the portal computes from the marks of the example', () => {
  const file = resolve(root, 'content/scheme.yaml');
  const scheme = readYaml(file, MarkingScheme).value ?? { parts: [] };
  const outcomes = buildSampleOutcomes();
  const attain = createAttainmentReader(outcomes, scheme);
  const counter = createOutcomeCounter(outcomes);
  const students = readTable('Student');
  expect(students).toHaveLength(4);
  for (const [name, ...cells] of students) {
    const marks = Object.fromEntries(
      milestones.map((key, at) => [key, cells[at] === '–' ? null : Number(cells[at])]),
    );
    const attainments = attain('BSCS', marks);
    counter.add(attainments);
    const percents = codes.map((code) =>
      format(attainments.find((each) => each.code === code)?.percent ?? null),
    );
    expect(percents, name).toEqual(cells.slice(milestones.length));
  }
  const summaries = codes.map((code) => {
    const {
      students: count,
      attained,
      incomplete,
      percent,
      mean,
      isAttained,
    } = counter.summarise(code);
    const result = isAttained ? 'attained' : 'below';
    return [
      code,
      ...[count, attained].map(String),
      ...[format(percent), format(mean), String(incomplete), result],
    ];
  });
  expect(summaries).toEqual(readTable('Outcome'));
});
