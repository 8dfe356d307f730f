import { listMilestones, type MarkingScheme } from '#contract/rules/scheme.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { type NewGroupChange, recordGroupChanges } from '#server/groups/changes/record-changes.ts';
import { requireImpartialCaller } from '#server/groups/group-access.ts';
import { requireDecidedSimilarity } from '#server/similarity/require-decided-similarity.ts';

type Group = Pick<DatabaseRow<'groups'>, 'id' | 'name'>;

type Copy = {
  source: Group;
  target: Group;
  /** Marking scheme of the target. */
  scheme: MarkingScheme;
  members: readonly { from: string; to: string; name: string }[];
  milestones: readonly string[];
};

/**
 * Copies marks and feedback of members who move from a locked group to another one, and returns the milestones of each
 * copy by the member's new row. Marks that the row has already stay. A copy keeps its marker and time, so that others
 * decide about its review. The members are not emailed again about marks that they were sent. Throws `forbidden` for a
 * member of the target, or `invalid` if a mark waits for a decision about similarity.
 */
export async function copyMarks(
  context: WriteContext,
  { source, target, scheme, members, milestones }: Copy,
): Promise<Map<string, string[]>> {
  const { trx, caller } = context;
  const [stored, waiting] = await Promise.all([
    readMarks(trx, members, milestones),
    readWaitingMembers(trx, members),
  ]);
  const findMember = (id: string) => members.find(({ from }) => from === id);
  const has = (to: string | undefined, milestone: string) =>
    stored.some((row) => row.member_id === to && row.milestone === milestone);
  const marks = stored.filter((row) => {
    const member = findMember(row.member_id);
    return member !== undefined && !has(member.to, row.milestone);
  });
  if (marks.length === 0) return new Map();
  await requireImpartialCaller(trx, caller, target);
  const marked = marks.flatMap((row) => (row.marks === null ? [] : [row.milestone]));
  await requireDecidedSimilarity(trx, scheme, target.id, marked);
  const rows = marks.map((row) => {
    const wasSent = row.notified_revision === row.revision && !waiting.has(row.member_id);
    return {
      ...row,
      member_id: findMember(row.member_id)?.to ?? '',
      revision: 1,
      notified_revision: wasSent ? 1 : 0,
    };
  });
  await trx.insertInto('marks').values(rows).execute();
  const reason = `copied from ${source.name}`;
  await recordGroupChanges(
    context,
    target.id,
    rows.flatMap((row): NewGroupChange[] => {
      const change = { memberId: row.member_id, part: row.milestone, from: null, revision: 1 };
      return [
        { ...change, field: 'marks', to: row.marks },
        ...(row.feedback === null ? [] : [{ ...change, field: 'feedback', to: row.feedback }]),
        { ...change, field: 'reason', to: reason },
      ];
    }),
  );
  const titles = listMilestones(scheme).filter(({ key }) => milestones.includes(key));
  const names = members.map(({ name }) => name).join(', ');
  const detail = `${reason}: ${titles.map(({ title }) => title).join(', ')} of ${names}`;
  const subject = toGroupSubject(target);
  await recordAuditEntry(context, { action: 'marks-saved', by: caller, subject, detail });
  const copies = Map.groupBy(rows, (row) => row.member_id);
  return new Map(
    [...copies].map(([id, ofMember]) => [id, ofMember.map(({ milestone }) => milestone)]),
  );
}

/** Returns the milestones of members whose marks were copied from another group. Only a copy's first revision has a reason. */
export const findCopiedMarks = (
  db: Db,
  rows: readonly Pick<DatabaseRow<'members'>, 'id' | 'group_id'>[],
) =>
  db
    .selectFrom('changes')
    .select(['member_id', 'part as milestone'])
    .where(
      'group_id',
      'in',
      rows.map(({ group_id }) => group_id),
    )
    .where(
      'member_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('field', '=', 'reason')
    .where('revision', '=', 1)
    .execute();

/** Deletes copies that were not changed since, because the move is undone. */
export async function deleteCopiedMarks(
  db: Db,
  memberId: string,
  milestones: readonly string[],
): Promise<void> {
  if (milestones.length === 0) return;
  const copies = db.deleteFrom('marks').where('member_id', '=', memberId);
  await copies.where('milestone', 'in', milestones).execute();
}

/** Reads the marks of both rows of each member. */
function readMarks(db: Db, members: Copy['members'], milestones: readonly string[]) {
  const ids = JSON.stringify(members.flatMap(({ from, to }) => [from, to]));
  return db
    .selectFrom('marks')
    .selectAll()
    .where(isIdInJsonArray(db, 'member_id', ids))
    .where('milestone', 'in', ['', ...milestones])
    .orderBy('member_id')
    .orderBy('milestone')
    .execute();
}

/** Returns the rows whose emails about marks wait. They are withdrawn, because the member leaves the group. */
async function readWaitingMembers(db: Db, members: Copy['members']): Promise<Set<string | null>> {
  const ids = JSON.stringify(members.map(({ from }) => from));
  const emails = db.selectFrom('emails').select('member_id').where('sent_at', 'is', null);
  const rows = await emails.where(isIdInJsonArray(db, 'member_id', ids)).execute();
  return new Set(rows.map(({ member_id }) => member_id));
}
