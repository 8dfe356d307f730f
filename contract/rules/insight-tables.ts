import { documentKinds } from '#contract/documents.ts';
import { type InsightChart, type InsightRows, submissionKindKeys } from '#contract/insights.ts';

type Cell = string | number;

export type InsightColumn<Row> = {
  title: string;
  type: 'text' | 'number' | 'date';
  of: (row: Row) => Cell;
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

type Tables = {
  [Chart in InsightChart]: { name: string; columns: readonly InsightColumn<InsightRows[Chart]>[] };
};

export const insightTables: Tables = {
  submissions: {
    name: 'Submissions per day',
    columns: [
      { title: 'Day', type: 'date', of: ({ day }) => day },
      ...submissionKindKeys.map((kind) =>
        number<InsightRows['submissions']>(documentKinds[kind].label, ({ counts }) => counts[kind]),
      ),
      number('All', ({ counts }) => Object.values(counts).reduce((sum, count) => sum + count, 0)),
      text('Deadlines', ({ deadlines }) => deadlines.join('; ')),
    ],
  },
  'handed-in': {
    name: 'Handed in',
    columns: [
      text('Document', ({ kind }) => documentKinds[kind].label),
      text('Counted per', ({ per }) => per),
      number('Handed in', ({ have }) => have),
      number('Of', ({ of }) => of),
      number('Share (%)', ({ have, of }) => toPercent(have, of)),
    ],
  },
  'marks-in': {
    name: 'Marks that are in',
    columns: [
      text('Part', ({ part }) => part),
      text('Milestone', ({ title }) => title),
      number('Marks in', ({ given: count }) => count),
      number('Students', ({ of }) => of),
      number('Share (%)', ({ given: count, of }) => toPercent(count, of)),
    ],
  },
  spread: {
    name: 'Distribution of marks',
    columns: [
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
    name: 'Strictness of marking',
    columns: [
      text('Marker', ({ name }) => name),
      number('Marks', ({ marks }) => marks),
      number('Mean (%)', ({ mean }) => mean),
      number('All markers (%)', ({ expected }) => expected),
      number('Difference (points)', ({ difference }) => difference),
      text('Note', ({ isFew }) => (isFew ? 'few marks' : '')),
    ],
  },
  load: {
    name: 'Supervisor load',
    columns: [
      text('Supervisor', ({ name }) => name),
      number('Groups', ({ groups }) => groups),
      number('Students', ({ students }) => students),
      number('Marks given', ({ given: count }) => count),
      number('Open marks', ({ open }) => open),
    ],
  },
};
