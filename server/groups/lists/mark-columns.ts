import type { FullMember } from '#contract/groups.ts';
import { computeFinalMark } from '#contract/rules/final-mark.ts';
import { listMilestones, type MarkingScheme, sumMilestoneTotals } from '#contract/rules/scheme.ts';
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

export const buildMilestoneColumns = (scheme: MarkingScheme): SheetColumn<HasMember>[] =>
  listMilestones(scheme).map(({ key, title, total }) =>
    createNumberColumn(`${title} (of ${total})`, ({ member }) => member[key]?.marks),
  );

/** Unmarked milestones count as 0 in sums (spec 9). If nothing is marked, the sums are shown as a dash. */
export function buildSumColumns(scheme: MarkingScheme): SheetColumn<HasMember>[] {
  const all = listMilestones(scheme);
  const markedOf = ({ member }: HasMember) => sumMarkedMilestones(member, all).marked;
  return [
    ...scheme.parts.map(({ title, milestones }) =>
      createNumberColumn<HasMember>(
        `${title} (of ${sumMilestoneTotals(milestones)})`,
        ({ member }) => formatMarksSum(member, milestones),
        16,
      ),
    ),
    createNumberColumn(`Overall (of ${sumMilestoneTotals(all)})`, ({ member }) =>
      formatMarksSum(member, all),
    ),
    createNumberColumn('Final mark (%)', (row) =>
      markedOf(row) === 0 ? noMarksPlaceholder : computeFinalMark(row.member, scheme),
    ),
    createTextColumn('Milestones marked', (row) => `${markedOf(row)} of ${all.length}`, 18),
  ];
}
