import {
  type AffectedMilestone,
  type MarkConversionMode,
  scaleMarks,
} from '#contract/rules/scheme-change.ts';
import type { Db } from '#server/db/tables.ts';

export type MarkConversion = {
  row: MarkRow;
  milestone: AffectedMilestone;
  choice: MarkConversionMode;
  after: number | null;
  isRounded: boolean;
};

export const readMarksToConvert = (
  db: Db,
  cohortId: string,
  affected: readonly AffectedMilestone[],
) =>
  db
    .selectFrom('marks')
    .innerJoin('members', 'members.id', 'marks.member_id')
    .innerJoin('groups', 'groups.id', 'members.group_id')
    .selectAll('marks')
    .select([
      'groups.id as groupId',
      'groups.name as groupName',
      'groups.title as groupTitle',
      'groups.deleted_at as groupDeletedAt',
      'members.name as memberName',
      'members.roll',
    ])
    .where('groups.cohort_id', '=', cohortId)
    .where(
      'marks.milestone',
      'in',
      affected.map(({ milestone }) => milestone),
    )
    .orderBy('groups.sort_key')
    .orderBy('members.position')
    .execute();

type MarkRow = Awaited<ReturnType<typeof readMarksToConvert>>[number];

/** Returns an entry's conversion, or [] if none was chosen, or if the entry has no mark and its milestone remains. */
export function convertMark(
  row: MarkRow,
  milestone: AffectedMilestone,
  choice: MarkConversionMode | undefined,
): MarkConversion[] {
  const { totalBefore, totalAfter } = milestone;
  const { marks } = row;
  if (!choice || (marks === null && totalAfter !== null)) return [];
  const unchanged = { row, milestone, choice, after: marks, isRounded: false };
  if (totalAfter === null) return [{ ...unchanged, after: null }];
  if (marks === null || choice !== 'scale') return [unchanged];
  const { marks: after, isRounded } = scaleMarks(marks, totalBefore, totalAfter);
  return [{ ...unchanged, after, isRounded }];
}
