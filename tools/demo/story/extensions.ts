import { askExtension } from '#contract/submissions.ts';
import { addDays, type DemoDates, toInstant } from '#tools/demo/dates.ts';
import type { DemoGroup } from '#tools/demo/plan-department.ts';
import { type Chapter, type DemoCallers, findDemoGroup } from './event.ts';
import { getReportDeadlineId } from './reports.ts';

/** Numbers of the groups that ask for more time, with their reasons. They have not submitted the report yet. */
const requests: readonly { group: number; days: number; reason: string }[] = [
  { group: 1, days: 7, reason: 'The sensors that we ordered arrive next week.' },
  { group: 4, days: 4, reason: 'Two of us have their examinations in the same days.' },
];

/** Two groups have asked for an extension of the next report. The coordinator has not decided yet. */
export const extensions: Chapter = ({ dates, groups }) =>
  requests.flatMap(({ group: number, ...request }, index) => {
    const group = groups[number];
    const day = addDays(dates.today, -1 - index);
    return group ? [{ at: toInstant(dates, day, '18:10'), run: ask(group, dates, request) }] : [];
  });

const ask =
  (group: DemoGroup, dates: DemoDates, { days, reason }: { days: number; reason: string }) =>
  async ({ as }: DemoCallers) => {
    const student = await as(group.first);
    const { groupId } = await findDemoGroup(student, group);
    const deadlineId = await getReportDeadlineId(student, dates.reports.indexOf(dates.nextReport));
    const askedDue = toInstant(dates, addDays(dates.nextReport, days), '23:59').toISOString();
    await student.call(askExtension, {
      params: { groupId },
      body: { deadlineId, askedDue, reason },
    });
  };
