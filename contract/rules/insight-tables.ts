import { type InsightChart, type InsightRows, submissionKindKeys } from '#contract/insights.ts';
import type { ModuleName } from '#contract/settings/modules.ts';
import { documentKinds } from './document-kinds.ts';

type Cell = string | number;

export type InsightColumn<Row> = {
  title: string;
  type: 'text' | 'number' | 'date';
  of: (row: Row) => Cell;
  /** Module to which the column belongs. If it is switched off, tables omit the column. */
  module?: ModuleName | undefined;
};

const text = <Row>(title: string, of: (row: Row) => string): InsightColumn<Row> => ({
  title,
  type: 'text',
  of,
});
const number = <Row>(title: string, of: (row: Row) => number): InsightColumn<Row> => ({
  title,
  type: 'number',
  of,
});

/** Returns a percentage, rounded to one decimal, or 0 if `whole` is 0. */
export const toPercent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;

/** Returns the title of a kind of file in the cohort. */
type KindLabel = (kind: string) => string;

type Tables = {
  [Chart in InsightChart]: {
    name: string;
    getColumns: (kindLabel: KindLabel) => readonly InsightColumn<InsightRows[Chart]>[];
  };
};

export const insightTables: Tables = {
  submissions: {
    name: 'Files submitted per day',
    getColumns: (kindLabel) => [
      { title: 'Day', type: 'date', of: ({ day }) => day },
      ...submissionKindKeys.map((kind) => ({
        ...number<InsightRows['submissions']>(kindLabel(kind), ({ counts }) => counts[kind]),
        module: documentKinds[kind].module,
      })),
      number('All', ({ counts }) => Object.values(counts).reduce((sum, count) => sum + count, 0)),
      text('Deadlines', ({ deadlines }) => deadlines.join('; ')),
    ],
  },
  'handed-in': {
    name: 'Files submitted so far',
    getColumns: (kindLabel) => [
      text('Document', ({ kind }) => kindLabel(kind)),
      text('Counted per', ({ per }) => per),
      number('Submitted', ({ have }) => have),
      number('Of', ({ of }) => of),
      number('Share (%)', ({ have, of }) => toPercent(have, of)),
    ],
  },
  'marks-in': {
    name: 'Marks entered so far',
    getColumns: () => [
      text('Part', ({ part }) => part),
      text('Milestone', ({ title }) => title),
      number('Marks entered', ({ given: count }) => count),
      number('Students', ({ of }) => of),
      number('Share (%)', ({ given: count, of }) => toPercent(count, of)),
    ],
  },
  spread: {
    name: 'Distribution of marks',
    getColumns: () => [
      text('Of', ({ label }) => label),
      number('Marks', ({ marks }) => marks),
      number('Lowest (%)', ({ min }) => min),
      number('Lower quartile (%)', ({ q1 }) => q1),
      number('Median (%)', ({ median }) => median),
      number('Upper quartile (%)', ({ q3 }) => q3),
      number('Highest (%)', ({ max }) => max),
      number('Mean (%)', ({ mean }) => mean),
    ],
  },
  strictness: {
    name: 'Strict and lenient markers',
    getColumns: () => [
      text('Marker', ({ name }) => name),
      number('Marks', ({ marks }) => marks),
      number('Mean (%)', ({ mean }) => mean),
      number('All markers (%)', ({ expected }) => expected),
      number('Difference (points)', ({ difference }) => difference),
      text('Note', ({ isFew }) => (isFew ? 'few marks' : '')),
    ],
  },
  load: {
    name: 'Workload of supervisors',
    getColumns: () => [
      text('Supervisor', ({ name }) => name),
      number('Groups', ({ groups }) => groups),
      number('Students', ({ students }) => students),
      number('Marks entered', ({ given: count }) => count),
      number('Missing marks', ({ open }) => open),
    ],
  },
};
