import type { FullMember } from '#contract/groups.ts';
import { computeFinalMark } from '#contract/rules/final-mark.ts';
import { milestonesOf, type Scheme, sumTotals } from '#contract/rules/scheme.ts';
import { formatSum, noMarksPlaceholder, sumMarked } from '#contract/rules/shown-sum.ts';
import { type Column, numberColumn, textColumn } from '#server/http/sheets/sheet.ts';

type HasMember = { member: FullMember };

/** Returns a column for each milestone. A cell contains the member's marks, or is empty if there are none. */
export const buildMilestoneColumns = (scheme: Scheme): Column<HasMember>[] =>
  milestonesOf(scheme).map(({ key, title, total }) =>
    numberColumn(`${title} (of ${total})`, ({ member }) => member[key]?.marks),
  );

/**
 * Returns columns for the sum of each part, the overall sum, the final mark, and the number of marked milestones.
 * Unmarked milestones count as 0 (spec 9). If nothing is marked, sums are shown as a dash.
 */
export function buildSumColumns(scheme: Scheme): Column<HasMember>[] {
  const all = milestonesOf(scheme);
  const markedOf = ({ member }: HasMember) => sumMarked(member, all).marked;
  return [
    ...scheme.parts.map(({ title, milestones }) =>
      numberColumn<HasMember>(
        `${title} (of ${sumTotals(milestones)})`,
        ({ member }) => formatSum(member, milestones),
        16,
      ),
    ),
    numberColumn(`Overall (of ${sumTotals(all)})`, ({ member }) => formatSum(member, all)),
    numberColumn('Final mark (%)', (row) =>
      markedOf(row) === 0 ? noMarksPlaceholder : computeFinalMark(row.member, scheme),
    ),
    textColumn('Milestones marked', (row) => `${markedOf(row)} of ${all.length}`, 18),
  ];
}
