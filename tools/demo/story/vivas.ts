import { saveMarks } from '#contract/marks.ts';
import { findHome } from '#contract/settings/content.ts';
import { addDays, toInstant } from '#tools/demo/dates.ts';
import { type DemoGroup, itemAt } from '#tools/demo/plan-department.ts';
import { type Chapter, type DemoCallers, findDemoGroup } from './event.ts';

/** Days of the vivas, relative to their deadline. */
const vivaDays = [-4, -3, -2, -1, 0];

/** The examiners have planned the vivas of two thirds of their groups. None has been held. */
export const vivas: Chapter = ({ dates, groups }) =>
  groups
    .filter(({ number }) => number % 3 > 0)
    .map((group) => ({
      at: toInstant(dates, addDays(dates.today, -2 - (group.number % 6)), '12:15'),
      run: planViva(group, addDays(dates.vivas, itemAt(vivaDays, group.number))),
    }));

const planViva =
  (group: DemoGroup, vivaDate: string) =>
  async ({ as }: DemoCallers) => {
    const examiner = await as(group.examiner);
    const { scheme } = await examiner.call(findHome);
    const part = scheme.parts.find(({ viva }) => viva);
    if (!part) return;
    const { groupId } = await findDemoGroup(examiner, group);
    await examiner.call(saveMarks, { body: { semester: part.title, groupId, vivaDate } });
  };
