import type { FullMember } from '#contract/groups.ts';
import { computeFinalMark } from '#contract/rules/final-mark.ts';
import { listMilestones, type MarkingScheme, sumTotals } from '#contract/rules/scheme.ts';
import {
  formatMarksSum,
  noMarksPlaceholder,
  sumMarkedMilestones,
} from '#contract/rules/shown-sum.ts';
import {
  createNumberColumn,
  createTextColumn,
  type SheetColumn,
} from '#server/http/sheets/sheet.ts';

type HasMember = { member: FullMember };

/** Returns one column per milestone. A cell contains the member's mark, or is empty if there is none. */
export const buildMilestoneColumns = (scheme: MarkingScheme): SheetColumn<HasMember>[] =>
  listMilestones(scheme).map(({ key, title, total }) =>
    createNumberColumn(`${title} (of ${total})`, ({ member }) => member[key]?.marks),
  );

/**
 * Returns columns for the sum of each part, the overall sum, the final mark, and the number of marked milestones.
 * Unmarked milestones count as 0 (spec 9). If nothing is marked, sums are shown as a dash.
 */
export function buildSumColumns(scheme: MarkingScheme): SheetColumn<HasMember>[] {
  const all = listMilestones(scheme);
  const markedOf = ({ member }: HasMember) => sumMarkedMilestones(member, all).marked;
  return [
    ...scheme.parts.map(({ title, milestones }) =>
      createNumberColumn<HasMember>(
        `${title} (of ${sumTotals(milestones)})`,
        ({ member }) => formatMarksSum(member, milestones),
        16,
      ),
    ),
    createNumberColumn(`Overall (of ${sumTotals(all)})`, ({ member }) =>
      formatMarksSum(member, all),
    ),
    createNumberColumn('Final mark (%)', (row) =>
      markedOf(row) === 0 ? noMarksPlaceholder : computeFinalMark(row.member, scheme),
    ),
    createTextColumn('Milestones marked', (row) => `${markedOf(row)} of ${all.length}`, 18),
  ];
}
