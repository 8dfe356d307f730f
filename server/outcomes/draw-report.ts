import type { ProgramResults } from '#contract/admin/outcomes.ts';
import { listPlosOfProgram } from '#contract/rules/outcomes.ts';
import { findMilestone, type MarkingScheme } from '#contract/rules/scheme.ts';
import type { Clo, OutcomeSettings, Plo } from '#contract/settings/outcomes.ts';
import { formatDate } from '#contract/values/time.ts';
import {
  drawFacts,
  drawFeet,
  drawLetterhead,
  drawSignatures,
  drawUnprintable,
  type Letterhead,
} from '#server/results/draw-parts.ts';
import type { PdfPage } from '#server/results/page.ts';
import type { Printer } from '#server/results/stream-pdf.ts';
import { drawTable, type PdfColumn } from './draw-table.ts';

export type PrintedReport = {
  cohort: string;
  /** Code and name of the program, or undefined for all programs. */
  program: { value: string; label: string } | undefined;
  outcomes: OutcomeSettings;
  scheme: MarkingScheme;
  /** Results of all students of the report first. */
  results: readonly ProgramResults[];
  preparedBy: string;
};

export const outcomeReportPrinter: Printer<PrintedReport> = {
  draw: drawReport,
  getKeyword: ({ cohort, program }) => `${cohort}, ${program?.value ?? 'all programs'}`,
};

/** Returns the texts that users have entered. */
export const listReportTexts = ({ cohort, program, outcomes, preparedBy }: PrintedReport) => [
  cohort,
  program?.label ?? '',
  preparedBy,
  ...outcomes.plos.flatMap(({ title, description }) => [title, description]),
  ...outcomes.clos.map(({ description }) => description),
];

/** Number of PLOs for which a matrix has room. Further ones follow in another matrix. */
const maxMatrixColumns = 12;

/** Yields after each part, so that the caller can let other requests run. */
function* drawReport(page: PdfPage, head: Letterhead, report: PrintedReport): Generator<void> {
  const { outcomes, scheme, results, program } = report;
  const name = `Learning outcomes, ${report.cohort}`;
  const plos = program ? listPlosOfProgram(outcomes.plos, program.value) : outcomes.plos;
  page.begin(name, 'portrait');
  drawLetterhead(page, head, 'Attainment of learning outcomes');
  drawFacts(page, listFacts(report, formatDate(head.printedAt.toISOString(), head.timeZone)));
  yield;
  drawHeading(page, '1. Program learning outcomes (PLO)');
  yield* drawPlos(page, plos);
  drawHeading(page, '2. Course learning outcomes (CLO) and their evidence');
  yield* drawClos(page, outcomes.clos, scheme);
  drawHeading(page, '3. Mapping: weight of each CLO in each PLO');
  yield* drawMatrix(page, plos, outcomes.clos);
  drawHeading(page, '4. Attainment');
  // The results of a single program equal those of all students.
  for (const result of results.length === 2 ? results.slice(1) : results)
    yield* drawResults(page, result);
  drawHeading(page, '5. How attainment is computed', 120);
  for (const line of describeRules(outcomes)) page.paragraph('P', line, 9, { below: 4 });
  drawUnprintable(page, listReportTexts(report));
  drawSignatures(page, [
    ['Prepared by', report.preparedBy],
    ['Approved by', ''],
  ]);
  yield;
  page.end();
  drawFeet(page, head, { name });
}

function listFacts({ cohort, program, outcomes, results }: PrintedReport, date: string) {
  const [all] = results;
  return [
    ['Program', program?.label ?? 'All programs'],
    ['Session', cohort],
    ['Students', `${all?.students ?? 0}, of whom ${all?.unmarked ?? 0} without marks`],
    ['Student threshold', `${outcomes.studentPercent}% of the marks of an outcome`],
    ['Session threshold', `${outcomes.cohortPercent}% of the students attain the outcome`],
    ['Date', date],
  ] as const;
}

/** Begins a page if it has no room for the heading and the start of its part, whose height is in points. */
function drawHeading(page: PdfPage, title: string, height = 90): void {
  if (!page.hasRoom(height)) page.next();
  page.paragraph('H2', title, 11, { below: 5 });
}

function* drawPlos(page: PdfPage, plos: readonly Plo[]): Generator<void> {
  if (plos.length === 0) return page.paragraph('P', 'None defined.', 9, { below: 12 });
  yield* drawTable(
    page,
    [
      { title: 'Code', width: 55 },
      { title: 'Title', width: 110 },
      { title: 'Description', width: page.width - 255 },
      { title: 'Programs', width: 90 },
    ],
    plos.map(({ code, title, description, programs }) => [
      code,
      title,
      description,
      programs?.join(', ') ?? 'all',
    ]),
  );
}

function* drawClos(page: PdfPage, clos: readonly Clo[], scheme: MarkingScheme): Generator<void> {
  if (clos.length === 0) return page.paragraph('P', 'None defined.', 9, { below: 12 });
  yield* drawTable(
    page,
    [
      { title: 'Code', width: 55 },
      { title: 'Description', width: page.width - 265 },
      { title: 'Milestones with weights', width: 210 },
    ],
    clos.map(({ code, description, milestones }) => [
      code,
      description,
      milestones
        .map((each) => `${findMilestone(scheme, each.milestone)?.title} × ${each.weight}`)
        .join(', ') || 'not measured',
    ]),
  );
}

function* drawMatrix(page: PdfPage, plos: readonly Plo[], clos: readonly Clo[]): Generator<void> {
  const codes = [...new Set(plos.map(({ code }) => code))];
  for (let from = 0; from < codes.length; from += maxMatrixColumns) {
    const shown = codes.slice(from, from + maxMatrixColumns);
    const width = (page.width - 55) / maxMatrixColumns;
    yield* drawTable(
      page,
      [
        { title: 'CLO', width: 55 },
        ...shown.map((title): PdfColumn => ({ title, width, isNumber: true })),
      ],
      clos.map(({ code, plos: mapped }) => [
        code,
        ...shown.map((plo) => String(mapped.find((each) => each.plo === plo)?.weight ?? '–')),
      ]),
    );
  }
}

function* drawResults(page: PdfPage, result: ProgramResults): Generator<void> {
  const { program, students, unmarked, plos, clos } = result;
  if (!page.hasRoom(80)) page.next();
  const title = `${program ?? 'All programs'} (students: ${students}, without marks: ${unmarked})`;
  page.paragraph('H3', title, 9.5, { below: 4 });
  const number = (heading: string, width: number) => ({ title: heading, width, isNumber: true });
  yield* drawTable(
    page,
    [
      { title: 'Outcome', width: page.width - 420 },
      number('Students with marks', 70),
      number('Attained by', 65),
      number('Share (%)', 60),
      number('Mean (%)', 60),
      number('Marks missing for', 75),
      { title: 'Session', width: 90 },
    ],
    [...plos, ...clos].map((each) => [
      each.code,
      String(each.students),
      String(each.attained),
      formatPercent(each.percent),
      formatPercent(each.mean),
      String(each.incomplete),
      each.isAttained === null ? 'not measured' : each.isAttained ? 'attained' : 'below',
    ]),
  );
}

const formatPercent = (percent: number | null) => percent?.toFixed(2) ?? '–';

const describeRules = ({ studentPercent, cohortPercent }: OutcomeSettings) => [
  'The attainment of a CLO by a student is the weighted mean of the percentages of the marks for its milestones. The attainment of a PLO is the weighted mean of its CLOs.',
  'Milestones without a mark are not counted, and “Marks missing for” is the number of such students. Students without any mark for an outcome are not counted at all.',
  `A student attains an outcome with at least ${studentPercent}%. The share is the percentage of the students with marks who attain the outcome. The session attains it with a share of at least ${cohortPercent}%. The mean is that of the students’ attainments. Percentages are compared before they are rounded to two decimals.`,
];
