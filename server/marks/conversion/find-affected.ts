import { Problem } from '#contract/problem.ts';
import type { MarkingScheme } from '#contract/rules/scheme.ts';
import {
  type AffectedMilestone,
  findChangedMilestones,
  getAllowedConversionModes,
} from '#contract/rules/scheme-change.ts';
import type { MarksConversion } from '#contract/settings/settings.ts';
import type { Db } from '#server/db/tables.ts';

/** Returns changed milestones with marks, and removed ones with marks or feedback. Includes those of deleted groups. */
export async function findChangedMilestonesWithMarks(
  db: Db,
  cohortId: string,
  before: MarkingScheme,
  after: MarkingScheme,
): Promise<AffectedMilestone[]> {
  const changed = findChangedMilestones(before, after);
  if (changed.length === 0) return [];
  const rows = await db
    .selectFrom('marks')
    .innerJoin('members', 'members.id', 'marks.member_id')
    .innerJoin('groups', 'groups.id', 'members.group_id')
    .select(({ fn }) => [
      'marks.milestone',
      fn.max('marks.marks').as('highest'),
      fn.count<number>('marks.marks').as('count'),
    ])
    .where('groups.cohort_id', '=', cohortId)
    .groupBy('marks.milestone')
    .execute();
  return changed.flatMap((change) => {
    const row = rows.find(({ milestone }) => milestone === change.milestone);
    // Feedback without a mark is affected only if its milestone is removed, not if the total changes.
    if (!row || (row.count === 0 && change.totalAfter !== null)) return [];
    const { highest, count } = row;
    return { ...change, count, highest, choices: getAllowedConversionModes(change, highest) };
  });
}

/** Throws `marks-affected` if a milestone lacks a conversion choice, or `invalid` if the choice is not allowed. */
export function requireConversionChoices(
  affected: readonly AffectedMilestone[],
  conversion: MarksConversion,
): void {
  const open = affected.filter(({ milestone }) => conversion[milestone] === undefined);
  if (open.length > 0) {
    const message = `Nothing was saved: there are marks for ${open.map(formatChange).join('; ')}. Choose what happens to these marks.`;
    throw new Problem('marks-affected', message, { affected: [...affected] });
  }
  const errors = affected.flatMap((milestone) => {
    const choice = conversion[milestone.milestone];
    if (!choice || milestone.choices.includes(choice)) return [];
    return [
      [`conversion.${milestone.milestone}`, `${milestone.title}: ${whyNot(milestone)}`] as const,
    ];
  });
  const [first] = errors;
  if (first) throw new Problem('invalid', first[1], { fields: Object.fromEntries(errors) });
}

function formatChange(milestone: AffectedMilestone): string {
  const { title, count, totalBefore, totalAfter, weightBefore, weightAfter } = milestone;
  const changes = [
    ...(totalAfter === null ? ['removed'] : []),
    ...(totalAfter !== null && totalAfter !== totalBefore
      ? [`total from ${totalBefore} to ${totalAfter}`]
      : []),
    ...(weightAfter !== null && weightAfter !== weightBefore
      ? [`weight from ${weightBefore} to ${weightAfter}`]
      : []),
  ];
  return `${title} (${[formatCount(count), ...changes].join(', ')})`;
}

const formatCount = (count: number) => (count === 1 ? '1 mark' : `${count} marks`);

function whyNot({ totalAfter, totalBefore, highest }: AffectedMilestone): string {
  if (totalAfter === null) return 'the marks of a removed milestone can only be removed.';
  if (totalAfter === totalBefore) return 'the total stays, so the marks can only be kept.';
  if (highest !== null && highest > totalAfter) {
    return `a mark of ${highest} exceeds the new total of ${totalAfter}. Scale the marks, or raise the total.`;
  }
  return 'the milestone stays, so its marks can be scaled or kept.';
}
