import { type SubmittedMarks, validateMarks } from '#contract/marks.ts';
import { type EditConflict, Problem, toValidationProblem } from '#contract/problem.ts';
import { findMilestone, type MarkingScheme } from '#contract/rules/scheme.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import { isIdInJsonArray, prepareQuery } from '#server/db/prepared-query.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { type NewGroupChange, recordGroupChanges } from '#server/groups/changes/record-changes.ts';
import { memberColumns } from '#server/groups/columns.ts';
import type { Caller } from '#server/http/serve.ts';
import { requireDecidedSimilarity } from '#server/similarity/require-decided-similarity.ts';

export type MarksCell = ReturnType<typeof validateMarks>['cells'][number] & {
  /** The marker's reason, if the save corrects a mark that was emailed before. */
  correctionReason?: string | undefined;
};
type Member = Pick<DatabaseRow<'members'>, 'id' | 'name' | 'roll'>;
const unwritten = { marks: null, feedback: null, revision: 0 };

export const readGroupMembers = (db: Db, groupId: string) => membersIn(db, { groupId });

const membersIn = prepareQuery((db, { groupId }: { groupId: string }) =>
  db
    .selectFrom('members')
    .select(memberColumns)
    .where('group_id', '=', groupId)
    .where(isCurrentMember)
    .orderBy('position'),
);

/** Parses the marks of a group's members. Throws `invalid` for values the scheme forbids, or a member sent twice. */
export function parseSentMarks(
  scheme: MarkingScheme,
  sent: readonly SubmittedMarks[],
): MarksCell[] {
  const twice = sent.find(({ memberId }, index) =>
    sent.slice(0, index).some((other) => other.memberId === memberId),
  );
  if (twice) {
    const message = 'This member was sent twice. Send each member once.';
    throw new Problem('invalid', message, { fields: { [twice.path]: message } });
  }
  const { cells, issues } = validateMarks(scheme, sent);
  if (issues.length > 0) throw toValidationProblem({ issues });
  return cells;
}

export const readStoredMarks = (db: Db, members: readonly Member[]) =>
  marksOf(db, { memberIds: JSON.stringify(members.map(({ id }) => id)) });

const marksOf = prepareQuery((db, { memberIds }: { memberIds: string }) =>
  db
    .selectFrom('marks')
    .innerJoin('users', 'users.id', 'marks.changed_by')
    .select(['member_id', 'milestone', 'marks', 'feedback', 'revision', 'notified_revision'])
    .select(['marks.changed_by', 'marks.changed_at', 'marks.correction_reason'])
    .select('users.name as changed_by_name')
    .where(isIdInJsonArray(db, 'member_id', memberIds)),
);

export type StoredMark = Awaited<ReturnType<typeof readStoredMarks>>[number];

export const findStoredMark = (
  stored: readonly StoredMark[],
  { memberId, milestone }: Pick<MarksCell, 'memberId' | 'milestone'>,
): StoredMark | undefined =>
  stored.find((row) => row.member_id === memberId && row.milestone === milestone);

/** Returns the change to a cell, or undefined if no value changes. Omitted fields keep their stored value. */
function changeOf(cell: MarksCell, before: StoredMark | undefined) {
  const { marks, feedback, revision } = before ?? unwritten;
  const after = {
    marks: cell.marks === undefined ? marks : cell.marks,
    feedback: cell.feedback === undefined ? feedback : cell.feedback || null,
  };
  const change = { memberId: cell.memberId, part: cell.milestone, revision: revision + 1 };
  const history: NewGroupChange[] = [];
  if (after.marks !== marks) {
    history.push({ ...change, field: 'marks', from: marks, to: after.marks });
  }
  if (after.feedback !== feedback) {
    history.push({ ...change, field: 'feedback', from: feedback, to: after.feedback });
  }
  if (history.length === 0) return undefined;
  const { correctionReason } = cell;
  const isCorrection = correctionReason !== undefined && isEmailedMarkChanged(before, after.marks);
  if (isCorrection) history.push({ ...change, field: 'reason', from: null, to: correctionReason });
  return { cell, before, after, history, reason: isCorrection ? correctionReason : undefined };
}

const isEmailedMarkChanged = (before: StoredMark | undefined, marks: number | null): boolean =>
  before !== undefined &&
  before.notified_revision > 0 &&
  before.marks !== null &&
  before.marks !== marks;

/** Returns the new reason. Without one, a reason that was not emailed yet stays. */
function getCorrectionReason({ before, reason }: CellChange): string | null {
  const isPending = before !== undefined && before.revision > before.notified_revision;
  return reason ?? (isPending ? before.correction_reason : null);
}
type CellChange = NonNullable<ReturnType<typeof changeOf>>;

/** Returns true if the page that sent the cell loaded an older revision, even if the same user saved the newer one. */
const isStale = ({ cell, before }: CellChange): boolean =>
  before !== undefined && cell.revision !== undefined && cell.revision !== before.revision;

function conflictOf(stored: StoredMark, members: readonly Member[], by: Caller): EditConflict {
  const { member_id: memberId, milestone, marks, feedback, revision } = stored;
  return {
    memberId,
    memberName: members.find(({ id }) => id === memberId)?.name ?? null,
    milestone,
    marks,
    feedback,
    revision,
    changedBy: stored.changed_by_name,
    changedAt: stored.changed_at,
    isOwn: stored.changed_by === by.userId,
  };
}

async function insertMarks({ trx, caller, now }: WriteContext, changes: readonly CellChange[]) {
  if (changes.length === 0) return;
  const rows = changes.map((change) => ({
    member_id: change.cell.memberId,
    milestone: change.cell.milestone,
    ...change.after,
    revision: (change.before?.revision ?? 0) + 1,
    notified_revision: change.before?.notified_revision ?? 0,
    correction_reason: getCorrectionReason(change),
    changed_by: caller.userId,
    changed_at: now.toISOString(),
  }));
  const write = trx
    .insertInto('marks')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'milestone']).doUpdateSet(({ ref }) => ({
        marks: ref('excluded.marks'),
        feedback: ref('excluded.feedback'),
        revision: ref('excluded.revision'),
        changed_by: ref('excluded.changed_by'),
        changed_at: ref('excluded.changed_at'),
        correction_reason: ref('excluded.correction_reason'),
      })),
    );
  await write.execute();
}

/**
 * Writes changed cells. If it returns conflicts, roll back. Lock the group before reading `members` and `stored`. Throws
 * `invalid` if a mark waits for a decision about similarity.
 */
export async function writeMarks(
  context: WriteContext,
  scheme: MarkingScheme,
  group: Pick<DatabaseRow<'groups'>, 'id' | 'name'>,
  { members, stored }: { members: readonly Member[]; stored: readonly StoredMark[] },
  cells: readonly MarksCell[],
): Promise<{ changed: number; conflicts: EditConflict[] }> {
  const { caller } = context;
  const changes = cells.flatMap((cell) => changeOf(cell, findStoredMark(stored, cell)) ?? []);
  const conflicts = changes.flatMap((change) =>
    change.before && isStale(change) ? [conflictOf(change.before, members, caller)] : [],
  );
  if (changes.length === 0 || conflicts.length > 0) return { changed: changes.length, conflicts };
  const marked = changes.flatMap(({ cell, before, after }) =>
    after.marks !== null && after.marks !== (before?.marks ?? null) ? [cell.milestone] : [],
  );
  await requireDecidedSimilarity(context.trx, scheme, group.id, marked);
  await insertMarks(context, changes);
  const history = changes.flatMap((change) => change.history);
  await recordGroupChanges(context, group.id, history);
  const changed = changes.map(({ cell }) => cell);
  const [subject, detail] = [toGroupSubject(group), formatCells(scheme, changed, members)];
  await recordAuditEntry(context, { action: 'marks-saved', by: caller, subject, detail });
  return { changed: changed.length, conflicts };
}

function formatCells(
  { parts }: MarkingScheme,
  cells: readonly MarksCell[],
  members: readonly Member[],
): string {
  const tabs = parts.flatMap(({ title, milestones }) => {
    const memberCells = members.flatMap(({ id, name, roll }) => {
      const savedMilestones = milestones.filter(({ key }) =>
        cells.some(({ memberId, milestone }) => memberId === id && milestone === key),
      );
      const titles = savedMilestones.map((milestone) => milestone.title);
      return savedMilestones.length > 0 ? [`${titles.join(', ')} of ${name} (${roll})`] : [];
    });
    return memberCells.length > 0 ? [`${title}: ${memberCells.join('; ')}`] : [];
  });
  return tabs.join('. ');
}

/** Returns an error that states which cells were changed, by whom and when. */
export function createMarkConflictProblem(
  scheme: MarkingScheme,
  conflicts: EditConflict[],
  timeZone: string,
): Problem {
  const descriptions = conflicts.map((conflict) => {
    const { memberName, milestone, marks, changedBy, changedAt, isOwn } = conflict;
    const marked = findMilestone(scheme, milestone);
    const description = marked
      ? `${memberName}’s ${marked.title} to ${marks ?? 'no marks'}${marks === null ? '' : ` of ${marked.total}`}`
      : 'the viva’s record';
    const when = formatDateTime(changedAt, timeZone);
    return isOwn
      ? `you changed ${description} on ${when}, on another page`
      : `${changedBy} changed ${description} on ${when}`;
  });
  return new Problem('mark-changed', `Nothing was saved: ${descriptions.join('; ')}.`, {
    conflicts,
  });
}
