import { expect, test } from 'vitest';
import { defaultModules } from '#contract/settings/modules.ts';
import { fromLocalDay, toLocalDay } from '#server/summaries/summarise.ts';
import { chartDailySubmissions } from './daily.ts';

const timeZone = 'Asia/Karachi';
const due = (title: string, at: string) => ({ title, due: at });
const groupWith = (files: Record<string, Record<string, number>>) => ({
  files: Object.entries(files).map(([kind, days]): [string, number, number[]] => [
    kind,
    1,
    Object.entries(days).flatMap(([day, count]) => [toLocalDay(`${day}T12:00:00Z`, 'UTC'), count]),
  ]),
});

function countDailySubmissions(
  groups: readonly ReturnType<typeof groupWith>[],
  deadlines: readonly ReturnType<typeof due>[],
) {
  const chart = chartDailySubmissions({ deadlines }, { timeZone, modules: defaultModules });
  for (const group of groups) chart.add(group);
  return chart.getRows();
}

test('chartDailySubmissions adds the submissions of all groups by day and kind', () => {
  const groups = [
    groupWith({ thesis: { '2027-01-16': 1, '2027-01-15': 2 } }),
    groupWith({
      code: { '2027-01-16': 1 },
      thesis: { '2027-01-16': 3 },
      report: { '2027-01-17': 1 },
    }),
  ];
  expect(
    countDailySubmissions(groups, []).map(({ day, counts }) => [day, counts.thesis, counts.code]),
  ).toEqual([
    ['2027-01-15', 2, 0],
    ['2027-01-16', 4, 1],
  ]);
});

test('chartDailySubmissions also lists the deadlines from the day of the first submission up to the first deadline after the last submission', () => {
  const groups = [groupWith({ thesis: { '2027-01-15': 1, '2027-01-20': 1 } })];
  const deadlines = [
    due('Long ago', '2026-01-15T18:59:00.000Z'),
    due('Report', '2027-01-18T18:59:00.000Z'),
    due('Next day in the department', '2027-01-18T19:00:00.000Z'),
    due('Thesis', '2027-02-01T18:59:00.000Z'),
    due('Slides', '2027-02-01T10:00:00.000Z'),
    due('Vivas', '2027-03-01T18:59:00.000Z'),
  ];
  const days = countDailySubmissions(groups, deadlines);
  expect(days.map(({ day, deadlines: titles }) => [day, titles])).toEqual([
    ['2027-01-15', []],
    ['2027-01-18', ['Report']],
    ['2027-01-19', ['Next day in the department']],
    ['2027-01-20', []],
    ['2027-02-01', ['Thesis', 'Slides']],
  ]);
});

test('chartDailySubmissions returns an empty list if there are no submissions', () => {
  const deadlines = [due('Thesis', '2027-02-01T18:59:00.000Z')];
  expect(countDailySubmissions([groupWith({})], deadlines)).toEqual([]);
});

test.for([
  ['2027-01-15T18:59:59.999Z', 'Asia/Karachi', '2027-01-15'],
  ['2027-01-15T19:00:00.000Z', 'Asia/Karachi', '2027-01-16'],
  ['2026-10-25T22:59:59.999Z', 'Europe/Berlin', '2026-10-25'],
  ['2026-10-24T22:00:00.000Z', 'Europe/Berlin', '2026-10-25'],
] as const)('the local day of %s in %s is %s', ([instant, zone, day]) => {
  expect(fromLocalDay(toLocalDay(instant, zone))).toBe(day);
});
