import type { MarkingScheme } from '#contract/rules/scheme.ts';
import type { ConvertedMark, MarksConversion } from '#contract/settings/settings.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { queueMarkConversionEmails } from '#server/marks/emails/queue-conversion-emails.ts';
import { findChangedMilestonesWithMarks, requireConversionChoices } from './find-affected.ts';
import { convertMark, type MarkConversion, readMarksToConvert } from './mark-conversion.ts';
import { writeConversions } from './write-conversions.ts';

export type SchemeChange = {
  before: MarkingScheme;
  after: MarkingScheme;
  conversion: MarksConversion;
};

/**
 * Converts a cohort's marks to a new scheme and emails the students whose old marks were emailed. If their group is
 * deleted, emails them once it is restored. Lock groups and cohort first. Throws `marks-affected` or `invalid`.
 */
export async function convertMarks(
  context: WriteContext,
  cohortId: string,
  { before, after, conversion }: SchemeChange,
): Promise<MarkConversion[]> {
  const { trx } = context;
  const affected = await findChangedMilestonesWithMarks(trx, cohortId, before, after);
  requireConversionChoices(affected, conversion);
  if (affected.length === 0) return [];
  const rows = await readMarksToConvert(trx, cohortId, affected);
  const conversions = affected.flatMap((milestone) =>
    rows
      .filter((row) => row.milestone === milestone.milestone)
      .flatMap((row) => convertMark(row, milestone, conversion[milestone.milestone])),
  );
  await writeConversions(context, conversions);
  await queueMarkConversionEmails(context, conversions);
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

/** Summarises conversions, for example "Month 1: total from 10 to 20, 12 marks scaled, 3 of them rounded". */
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
