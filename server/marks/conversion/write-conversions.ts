import type { Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { type NewGroupChange, recordGroupChanges } from '#server/groups/changes/record-changes.ts';
import { incrementGroupVersion } from '#server/groups/write-group.ts';
import type { MarkConversion } from './mark-conversion.ts';

/** Rows per query. SQLite allows about 32,000 values in a query. */
const batchSize = 1000;

/** Writes marks and histories. Marks with a new total get a new revision, so that a save from an old page conflicts. */
export async function writeConversions(
  context: WriteContext,
  conversions: readonly MarkConversion[],
): Promise<void> {
  const { trx } = context;
  const byGroup = Map.groupBy(conversions, ({ row }) => row.groupId);
  for (const [groupId, groupConversions] of byGroup) {
    await recordGroupChanges(context, groupId, groupConversions.flatMap(historyOf));
    await incrementGroupVersion(context, groupId);
  }
  const [removed, rescaled] = [
    conversions.filter(isRemoved),
    conversions.filter((conversion) => !isRemoved(conversion) && hasOtherTotal(conversion)),
  ];
  for (let from = 0; from < removed.length; from += batchSize) {
    await deleteMarks(trx, removed.slice(from, from + batchSize));
  }
  for (let from = 0; from < rescaled.length; from += batchSize) {
    await updateMarks(context, rescaled.slice(from, from + batchSize));
  }
}

const isRemoved = ({ milestone }: MarkConversion) => milestone.totalAfter === null;
const hasOtherTotal = ({ milestone }: MarkConversion) =>
  milestone.totalAfter !== milestone.totalBefore;

/** Returns true if the mark was emailed to the student before the conversion, and the group is not deleted. */
export const isOldMarkEmailed = ({ row }: MarkConversion): boolean =>
  row.groupDeletedAt === null && row.notified_revision === row.revision;

function historyOf(conversion: MarkConversion): NewGroupChange[] {
  const { row, milestone, after } = conversion;
  const { totalBefore, totalAfter, weightBefore, weightAfter } = milestone;
  const cell = { memberId: row.member_id, part: row.milestone };
  const revised = { ...cell, ...(hasOtherTotal(conversion) && { revision: row.revision + 1 }) };
  const changes: NewGroupChange[] = [
    { ...revised, field: 'marks', from: row.marks, to: after },
    {
      ...revised,
      field: 'feedback',
      from: row.feedback,
      to: totalAfter === null ? null : row.feedback,
    },
    { ...revised, field: 'total', from: totalBefore, to: totalAfter },
    { ...cell, field: 'weight', from: weightBefore, to: weightAfter },
  ];
  return changes.filter(
    ({ field, from, to }) =>
      from !== to && (totalAfter !== null || field === 'marks' || field === 'feedback'),
  );
}

async function deleteMarks(db: Db, removed: readonly MarkConversion[]): Promise<void> {
  for (const [milestone, conversions] of Map.groupBy(removed, ({ row }) => row.milestone)) {
    const members = conversions.map(({ row }) => row.member_id);
    await db
      .deleteFrom('marks')
      .where('milestone', '=', milestone)
      .where('member_id', 'in', members)
      .execute();
  }
}

/** Writes the converted marks. Pending emails about them stay pending and will contain the converted marks. */
async function updateMarks(
  { trx, caller, now }: WriteContext,
  converted: readonly MarkConversion[],
): Promise<void> {
  const rows = converted.map((conversion) => {
    const { row, after } = conversion;
    const revision = row.revision + 1;
    return {
      member_id: row.member_id,
      milestone: row.milestone,
      marks: after,
      feedback: row.feedback,
      revision,
      notified_revision: isOldMarkEmailed(conversion) ? revision : row.notified_revision,
      changed_by: caller.userId,
      changed_at: now.toISOString(),
    };
  });
  await trx
    .insertInto('marks')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'milestone']).doUpdateSet(({ ref }) => ({
        marks: ref('excluded.marks'),
        revision: ref('excluded.revision'),
        notified_revision: ref('excluded.notified_revision'),
        changed_by: ref('excluded.changed_by'),
        changed_at: ref('excluded.changed_at'),
      })),
    )
    .execute();
}
