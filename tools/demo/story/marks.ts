import { mailGroup, saveMarks } from '#contract/marks.ts';
import { findHome } from '#contract/settings/content.ts';
import { addDays, toInstant } from '#tools/demo/dates.ts';
import { sampleFeedback } from '#tools/demo/department.ts';
import { type DemoGroup, itemAt } from '#tools/demo/plan-department.ts';
import { type Chapter, type DemoCallers, type DemoEvent, findDemoGroup } from './event.ts';

/** Supervisors have marked the first two milestones: the proposal, and the first report of groups that submitted it. */
export const marks: Chapter = ({ dates, supervisors, groups }) =>
  supervisors.flatMap((supervisor, index): DemoEvent[] => {
    const supervised = groups.filter((group) => group.supervisor === supervisor);
    const submitted = supervised.filter(({ isLate }) => !isLate);
    const proposalsOn = addDays(dates.proposals, 5 + index);
    const reportsOn = addDays(dates.firstReport, 3 + index);
    return [
      { at: toInstant(dates, proposalsOn, '17:00'), run: markGroups(supervised, 0) },
      { at: toInstant(dates, reportsOn, '17:30'), run: markGroups(submitted, 1) },
    ];
  });

const markGroups =
  (groups: readonly DemoGroup[], milestone: number) =>
  async ({ as }: DemoCallers) => {
    for (const group of groups) {
      const supervisor = await as(group.supervisor);
      const { scheme } = await supervisor.call(findHome);
      const part = scheme.parts[0];
      const { key, total } = part?.milestones[milestone] ?? {};
      if (part === undefined || key === undefined || total === undefined) return;
      const { groupId, members } = await findDemoGroup(supervisor, group);
      const marks = Object.fromEntries(
        members.map(({ _id }, position) => [
          _id,
          { [key]: chooseMark(group, position, milestone, total) },
        ]),
      );
      await supervisor.call(saveMarks, { body: { semester: part.title, groupId, marks } });
      await supervisor.call(mailGroup, { params: { groupId } });
    }
  };

function chooseMark({ number }: DemoGroup, position: number, milestone: number, total: number) {
  const share = 0.6 + ((number * 13 + position * 7 + milestone * 5) % 40) / 100;
  const hasFeedback = (number + milestone) % 2 === 0;
  return {
    marks: Math.round(total * share * 2) / 2,
    feedback: hasFeedback ? itemAt(sampleFeedback, number + milestone) : null,
  };
}
