import { uploadDocument } from '#contract/documents.ts';
import { findHome } from '#contract/settings/content.ts';
import { addDays, type DemoDates, toInstant } from '#tools/demo/dates.ts';
import type { DemoGroup } from '#tools/demo/plan-department.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { toFile } from '#tools/test/people.ts';
import type { Chapter, DemoCallers, DemoEvent } from './event.ts';

/** All groups but the late ones submit the first report before it is due, and some have submitted the next one. */
export const reports: Chapter = ({ dates, groups }) =>
  groups
    .filter(({ isLate }) => !isLate)
    .flatMap((group): DemoEvent[] => {
      const day = addDays(dates.firstReport, -1 - (group.number % 5));
      const first = {
        at: toInstant(dates, day, '14:30'),
        run: submit(group, dates, 'firstReport'),
      };
      if (group.number % 3 > 0) return [first];
      const yesterday = addDays(dates.today, -1 - (group.number % 2));
      const next = submit(group, dates, 'nextReport');
      return [first, { at: toInstant(dates, yesterday, '15:05'), run: next }];
    });

const submit =
  ({ first, title }: DemoGroup, dates: DemoDates, report: 'firstReport' | 'nextReport') =>
  async ({ as }: DemoCallers) => {
    const student = await as(first);
    const number = dates.reports.indexOf(dates[report]);
    const deadline = await getReportDeadlineId(student, number);
    const file = toFile(buildPdf({ title: `${title}: monthly report` }), 'monthly-report.pdf');
    const params = { kind: 'report', email: first.email };
    await student.call(uploadDocument, { params, query: { deadline }, body: { file } });
  };

/** Returns the id of a monthly report's deadline by its position among the reports. */
export async function getReportDeadlineId(caller: ApiCaller, position: number): Promise<string> {
  const { deadlines } = await caller.call(findHome);
  const reportDeadlines = deadlines.filter(({ documents }) => documents.includes('report'));
  const deadline = reportDeadlines[position];
  if (!deadline) throw new Error(`The content has no monthly report ${position + 1}.`);
  return deadline._id;
}
