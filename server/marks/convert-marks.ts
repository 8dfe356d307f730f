import { findMilestone, type Scheme } from '#contract/rules/scheme.ts';
import type { Conversion, ConvertedMark } from '#contract/settings.ts';
import type { Db } from '#server/db/tables.ts';
import { recordChanges } from '#server/groups/record-changes.ts';
import type { Caller } from '#server/http/serve.ts';

type Change = { before: Scheme; after: Scheme; conversion: Conversion };

/** In hundredths; null stays null. */
function scaled(marks: number | null, from: number, to: number): number | null {
  return marks === null ? null : Math.round((marks * to * 100) / from) / 100;
}

/** What becomes of a mark; undefined where nothing does. */
function convert({ before, after, conversion }: Change, milestone: string, marks: number | null) {
  const [old, now] = [findMilestone(before, milestone), findMilestone(after, milestone)];
  const how = conversion[milestone] ?? 'keep';
  if (how === 'scale' && old && now) return { marks: scaled(marks, old.total, now.total) };
  if (how === 'remove' && !now) return { marks: null };
  return undefined;
}

/**
 * Gives the marks that change. One whose milestone goes is removed with its feedback; both stay in the group's history.
 * The caller holds the locks of the cohort's groups.
 */
export async function convertMarks(
  db: Db,
  cohortId: string,
  change: Change,
  by: Caller,
  now: Date,
): Promise<ConvertedMark[]> {
  const rows = await marksOf(db, cohortId, Object.keys(change.conversion));
  const converted: ConvertedMark[] = [];
  for (const row of rows) {
    const result = convert(change, row.milestone, row.marks);
    if (!result) continue;
    const isGone = !findMilestone(change.after, row.milestone);
    await write(db, row, result.marks, isGone, by, now);
    const { fypGroupName, memberName, roll, milestone, marks: before } = row;
    const title = findMilestone(change.before, milestone)?.title ?? milestone;
    const after = result.marks;
    converted.push({ fypGroupName, memberName, roll, milestone, title, before, after });
  }
  return converted;
}

const marksOf = (db: Db, cohortId: string, milestones: readonly string[]) =>
  db
    .selectFrom('marks')
    .innerJoin('members', 'members.id', 'marks.member_id')
    .innerJoin('groups', 'groups.id', 'members.group_id')
    .selectAll('marks')
    .select([
      'groups.id as groupId',
      'groups.name as fypGroupName',
      'members.name as memberName',
      'members.roll',
    ])
    .where('groups.cohort_id', '=', cohortId)
    .where('marks.milestone', 'in', [...milestones, ''])
    .orderBy('groups.name')
    .orderBy('members.position')
    .orderBy('marks.milestone')
    .execute();

type Row = Awaited<ReturnType<typeof marksOf>>[number];

async function write(
  db: Db,
  row: Row,
  marks: number | null,
  isGone: boolean,
  by: Caller,
  now: Date,
) {
  const { member_id: memberId, milestone: part } = row;
  const revision = row.revision + 1;
  const fields = [
    { field: 'marks', from: row.marks, to: marks },
    { field: 'feedback', from: row.feedback, to: isGone ? null : row.feedback },
  ].filter(({ from, to }) => from !== to);
  const history = fields.map((field) => ({ memberId, part, revision, ...field }));
  await recordChanges(db, row.groupId, history, by, now);
  if (isGone) {
    await db
      .deleteFrom('marks')
      .where('member_id', '=', memberId)
      .where('milestone', '=', part)
      .execute();
    return;
  }
  const isNotified = row.notified_revision === row.revision;
  await db
    .updateTable('marks')
    .set({
      marks,
      revision,
      notified_revision: isNotified ? revision : row.notified_revision,
      changed_by: by.userId,
      changed_at: now.toISOString(),
    })
    .where('member_id', '=', memberId)
    .where('milestone', '=', part)
    .execute();
}
