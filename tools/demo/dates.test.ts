import { describe, expect, it } from 'vitest';
import { formatCalendarDate } from '#contract/values/time.ts';
import { loadContent } from '#server/content/files/load-content.ts';
import { moveDeadlines } from './content.ts';
import { addDays, addMonths, formatMonth, planDemoDates, toInstant } from './dates.ts';
import { planDemoDepartment } from './plan-department.ts';
import { chapters } from './story/chapters.ts';

const timeZone = 'Asia/Karachi';

const days: [day: string, now: string][] = [
  ['29 February', '2028-02-29T09:00:00Z'],
  ['a day four days before 31 March', '2027-03-27T12:00:00Z'],
  ['the first minute of the year in Karachi', '2026-12-31T19:00:30Z'],
  ['a summer day', '2027-07-15T06:00:00Z'],
];

describe('addMonths', () => {
  it.each([
    ['2027-01-31', 1, '2027-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2028-02-29', -1, '2028-01-29'],
    ['2026-12-31', 2, '2027-02-28'],
    ['2027-01-15', -1, '2026-12-15'],
  ])('moves %s by %i months to %s', (date, months, expected) => {
    expect(addMonths(date, months)).toBe(expected);
  });
});

describe.each(days)('the sample department on %s', (_day, at) => {
  const now = new Date(at);
  const dates = planDemoDates(now, timeZone);
  const today = formatCalendarDate(now, timeZone);

  it('has a report due in four days, and another one that was due more than three weeks ago', () => {
    expect(dates.nextReport).toBe(addDays(today, 4));
    expect(dates.firstReport < addDays(today, -21)).toBe(true);
    expect(dates.firstReport > addDays(today, -28)).toBe(true);
  });

  it('has reports in different months, and all deadlines in order', () => {
    expect(new Set(dates.reports.map(formatMonth)).size).toBe(dates.reports.length);
    const { start, proposals, reports, thesis, vivas, end } = dates;
    const inOrder = [start, proposals, ...reports, thesis, vivas, end];
    expect(inOrder).toEqual(inOrder.toSorted());
  });

  it('names the academic year after its first and last day', () => {
    const { start, end, session, sessionYear } = dates;
    expect(sessionYear).toBe(Number(end.slice(0, 4)));
    expect(session.startsWith(`Session ${start.slice(0, 4)}`)).toBe(true);
    expect(session.endsWith(end.slice(2, 4))).toBe(true);
  });

  it('has no event in the future, and each event in the academic year', () => {
    const programs = ['BSCS', 'BSSE'];
    const supervisors = Array.from({ length: 9 }, (_, index) => `Dr. Supervisor ${index}`);
    const department = planDemoDepartment({ dates, programs, supervisors }, 30);
    const events = chapters.flatMap((chapter) => chapter(department));
    expect(events.length).toBeGreaterThan(100);
    const start = toInstant(dates, dates.start, '00:00');
    for (const event of events) {
      expect(event.at.getTime()).toBeLessThan(now.getTime());
      expect(event.at.getTime()).toBeGreaterThan(start.getTime());
    }
  });

  it('moves each deadline of the content and keeps its id and its time of day', () => {
    const { deadlines } = loadContent('content', timeZone);
    const moved = moveDeadlines(deadlines, dates);
    const keep = ({ id, due }: (typeof deadlines)[number]) => ({ id, time: due.slice(-5) });
    expect(moved.map(keep)).toEqual(deadlines.map(keep));
    const dues = moved.map(({ due }) => due);
    expect(dues).toEqual(dues.toSorted());
    const passed = dues.filter((due) => toInstant(dates, due.slice(0, 10), due.slice(-5)) < now);
    expect(passed).toHaveLength(2);
  });
});

it('moveDeadlines rejects a deadline whose date it does not know', () => {
  const dates = planDemoDates(new Date('2026-11-10T05:00:00Z'), timeZone);
  const unknown = { id: 'new-deadline', title: 'New', due: '2027-01-01 10:00' };
  expect(() => moveDeadlines([unknown], dates)).toThrow('no date for the deadline new-deadline');
});
