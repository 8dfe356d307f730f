import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isUnweightedScheme } from '#contract/rules/final-mark.ts';
import { listMilestones, sumMilestoneTotals } from '#contract/rules/scheme.ts';
import { parseFormattedText } from '#contract/values/formatted/parse-formatted-text.ts';
import { loadContent } from './load-content.ts';

const shipped = join(import.meta.dirname, '../../../content');
const sample = join(import.meta.dirname, '../sample-department');

describe('the default content', () => {
  const content = loadContent(shipped, 'Asia/Karachi');
  const questions = content.faq.flatMap((section) => section.questions);

  test('has the nine deadlines of the specification in the specified order', () => {
    expect(content.deadlines.map(({ title, due }) => [title, due])).toEqual([
      ['Proposal & Certificate Submission', '2025-09-25 23:00'],
      ['November Monthly Report', '2026-11-30 23:59'],
      ['December Monthly Report', '2026-12-31 23:59'],
      ['February Monthly Report', '2027-02-28 23:59'],
      ['March Monthly Report', '2027-03-31 23:59'],
      ['April Monthly Report', '2027-04-30 23:59'],
      ['Thesis and Sim-report soft copies', '2027-05-07 23:59'],
      ['Internal and External Vivas', '2027-05-22 23:59'],
      ['Final Thesis hard copy and Code Upload zip', '2027-05-30 14:00'],
    ]);
  });

  test('has the fourteen milestones of the specification in three tabs, each marked by the specified role', () => {
    const marked = content.scheme.parts.map(({ title, viva, milestones }) => [
      title,
      viva ?? false,
      Object.fromEntries(milestones.map(({ key, total }) => [key, total])),
      [...new Set(milestones.flatMap(({ markers }) => markers))],
    ]);
    const months = { month1: 10, month2: 10, month3: 10, month4: 10 };
    const first = { firstInternalViva: 20, progressReport: 20, teamCollaboration: 10 };
    const second = { thesis: 10, secondInternalViva: 20, similarityReport: 10 };
    expect(marked).toEqual([
      ['Semester 7', false, { proposal: 10, ...months, ...first }, ['supervisor']],
      ['Semester 8', false, { month5: 10, month6: 10, ...second }, ['supervisor']],
      ['External Viva', true, { externalViva: 40 }, ['externalExaminer']],
    ]);
    const all = listMilestones(content.scheme);
    expect([all.length, sumMilestoneTotals(all), isUnweightedScheme(content.scheme)]).toEqual([
      14,
      200,
      true,
    ]);
  });

  test('has the programs and categories of the specification, and nine supervisors', () => {
    const { programs, categories, supervisors, sessionYear } = content.department;
    expect(programs.map(({ value }) => value)).toEqual(['BSCS', 'BSSE', 'BSAI', 'BSCyber', 'BSIT']);
    expect(categories).toEqual([
      'Web Development',
      'App Development',
      'IOT',
      'AI Base project',
      'Networking',
    ]);
    expect(supervisors).toHaveLength(9);
    expect(sessionYear).toBe(2027);
  });

  test('has at least thirty FAQ answers, which link only to existing pages', () => {
    expect(questions.length).toBeGreaterThanOrEqual(30);
    const targets = questions
      .flatMap(({ answer }) => answer)
      .flatMap((text) => parseFormattedText(text).blocks)
      .flatMap((block) => (block.kind === 'paragraph' ? block.inlines : []))
      .flatMap((inline) => ('href' in inline ? inline.href : []));
    const pages = [
      '/home',
      '/signup',
      '/login',
      '/students',
      '/fypcategories',
      '/coursera',
      '/courseracourses',
    ];
    expect(new Set(targets)).toEqual(new Set(pages));
  });

  test('quotes the date of every deadline in its FAQ answers by a placeholder, and contains no other date', () => {
    const text = questions.flatMap(({ answer }) => answer).join(' ');
    const ids = [...text.matchAll(/\{date:([^}]+)\}/g)].map(([, id]) => id);
    expect(new Set(ids)).toEqual(new Set(content.deadlines.map(({ id }) => id)));
    expect(text).not.toMatch(/\d{1,2} [A-Z][a-z]+ \d{4}/);
  });

  test('cannot be modified after it has been loaded', () => {
    expect(() => content.department.supervisors.push('Dr. Nobody')).toThrow(TypeError);
  });
});

test('loadContent rejects an unknown time zone and names it in the error', () => {
  expect(() => loadContent(sample, 'Mars/Base')).toThrow('“Mars/Base” is not a time zone');
});
