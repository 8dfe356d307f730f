import { expect, test } from 'vitest';
import { countDailySubmissions, type SubmissionTime } from './daily.ts';

const zone = 'Asia/Karachi';
const submission = (at: string, kind: SubmissionTime['kind'] = 'thesis'): SubmissionTime => ({
  kind,
  at,
});
const due = (title: string, at: string) => ({ title, due: at });

test('countDailySubmissions counts submissions by kind and by day in the department’s time zone', () => {
  const days = countDailySubmissions(
    [
      submission('2027-01-15T18:59:59.999Z'),
      submission('2027-01-15T19:00:00.000Z'),
      submission('2027-01-16T18:59:59.999Z', 'code'),
      submission('2027-01-14T19:00:00.000Z'),
    ],
    [],
    zone,
  );
  expect(days.map(({ day, counts }) => [day, counts.thesis, counts.code])).toEqual([
    ['2027-01-15', 2, 0],
    ['2027-01-16', 1, 1],
  ]);
});

test('countDailySubmissions counts submissions by local day, even if the day has 25 hours', () => {
  const days = countDailySubmissions(
    ['2026-10-25T22:59:59.999Z', '2026-10-25T23:00:00.000Z', '2026-10-24T22:00:00.000Z'].map((at) =>
      submission(at),
    ),
    [],
    'Europe/Berlin',
  );
  expect(days.map(({ day, counts }) => [day, counts.thesis])).toEqual([
    ['2026-10-25', 2],
    ['2026-10-26', 1],
  ]);
});

test('countDailySubmissions also lists the deadlines from the day of the first submission up to the first deadline after the last submission', () => {
  const days = countDailySubmissions(
    [submission('2027-01-15T10:00:00.000Z'), submission('2027-01-20T10:00:00.000Z')],
    [
      due('Long ago', '2026-01-15T18:59:00.000Z'),
      due('Report', '2027-01-18T18:59:00.000Z'),
      due('Thesis', '2027-02-01T18:59:00.000Z'),
      due('Slides', '2027-02-01T10:00:00.000Z'),
      due('Vivas', '2027-03-01T18:59:00.000Z'),
    ],
    zone,
  );
  expect(days.map(({ day, deadlines }) => [day, deadlines])).toEqual([
    ['2027-01-15', []],
    ['2027-01-18', ['Report']],
    ['2027-01-20', []],
    ['2027-02-01', ['Thesis', 'Slides']],
  ]);
});

test('countDailySubmissions returns an empty list if there are no submissions', () => {
  expect(countDailySubmissions([], [due('Thesis', '2027-02-01T18:59:00.000Z')], zone)).toEqual([]);
});
