import type { Scheme } from '#contract/rules/scheme.ts';
import {
  type AffectedMilestone,
  type MarksChoice,
  scaleMarks,
} from '#contract/rules/scheme-change.ts';
import type { Conversion, ConvertedMark } from '#contract/settings.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { findAffected, requireChoices } from './find-affected.ts';
import { queueConversionEmails } from './queue-conversion-emails.ts';
import { writeConversions } from './write-conversions.ts';

export type SchemeChange = { before: Scheme; after: Scheme; conversion: Conversion };

/** A stored mark and its value in the new scheme. */
export type MarkConversion = {
  row: MarkRow;
  milestone: AffectedMilestone;
  choice: MarksChoice;
  after: number | null;
  isRounded: boolean;
};

/**
 * Converts the marks of a cohort to a new scheme, records it in each group's history, and queues an email to each
 * student who was emailed a mark. Also converts groups in the bin, whose students are emailed on restore. The caller
 * holds the locks of the groups and the cohort. Throws `marks-affected` or `invalid`.
 */
export async function convertMarks(
  trx: Db,
  services: Services,
  by: Caller,
  cohortId: string,
  { before, after, conversion }: SchemeChange,
): Promise<MarkConversion[]> {
  const affected = await findAffected(trx, cohortId, before, after);
  requireChoices(affected, conversion);
  if (affected.length === 0) return [];
  const rows = await readMarks(trx, cohortId, affected);
  const conversions = affected.flatMap((milestone) =>
    rows
      .filter((row) => row.milestone === milestone.milestone)
      .flatMap((row) => convert(row, milestone, conversion[milestone.milestone])),
  );
  const now = services.clock();
  await writeConversions(trx, conversions, by, now);
  await queueConversionEmails(trx, services, conversions, now);
  return conversions;
}

export const toConvertedMark = ({
  row,
  milestone,
  after,
  isRounded,
}: MarkConversion): ConvertedMark => ({
  fypGroupName: row.groupName,
  memberName: row.memberName,
  roll: row.roll,
  milestone: milestone.milestone,
  title: milestone.title,
  totalBefore: milestone.totalBefore,
  totalAfter: milestone.totalAfter,
  before: row.marks,
  after,
  isRounded,
});

/** Formats a conversion without its marks: "Month 1: total from 10 to 20, 12 marks scaled, 3 of them rounded". */
export function formatConversions(conversions: readonly MarkConversion[]): string {
  const milestones = [...new Set(conversions.map(({ milestone }) => milestone))];
  return milestones
    .map((milestone) => {
      const converted = conversions.filter((conversion) => conversion.milestone === milestone);
      const { title, totalBefore, totalAfter, weightBefore, weightAfter } = milestone;
      const isOtherTotal = totalAfter !== null && totalAfter !== totalBefore;
      const isOtherWeight = weightAfter !== null && weightAfter !== weightBefore;
      const rounded = converted.filter(({ isRounded }) => isRounded).length;
      const parts = [
        ...(isOtherTotal ? [`total from ${totalBefore} to ${totalAfter}`] : []),
        ...(isOtherWeight ? [`weight from ${weightBefore} to ${weightAfter}`] : []),
        `${converted.length} ${converted.length === 1 ? 'mark' : 'marks'} ${verbs[converted[0]?.choice ?? 'keep']}`,
        ...(rounded > 0 ? [`${rounded} of them rounded`] : []),
      ];
      return `${title}: ${parts.join(', ')}`;
    })
    .join('; ');
}

const verbs = { scale: 'scaled', keep: 'kept', remove: 'removed' } as const;

const readMarks = (db: Db, cohortId: string, affected: readonly AffectedMilestone[]) =>
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

export type MarkRow = Awaited<ReturnType<typeof readMarks>>[number];

/** Returns nothing for an entry without a number unless its milestone is removed. */
function convert(
  row: MarkRow,
  milestone: AffectedMilestone,
  choice: MarksChoice | undefined,
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
