import { listMilestones, type MarkingScheme } from '#contract/rules/scheme.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
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
 * Copies marks and feedback of members who move from a locked group to another one. The members are not emailed again
 * about marks that they know. Throws `forbidden` for a member of the target, or `invalid` if a mark waits for a decision
 * about similarity.
 */
export async function copyMarks(
  context: WriteContext,
  { source, target, scheme, members, milestones }: Copy,
): Promise<void> {
  const { trx, caller, now } = context;
  const marks = await trx
    .selectFrom('marks')
    .selectAll()
    .where(isIdInJsonArray(trx, 'member_id', JSON.stringify(members.map(({ from }) => from))))
    .where('milestone', 'in', ['', ...milestones])
    .orderBy('member_id')
    .orderBy('milestone')
    .execute();
  if (marks.length === 0) return;
  await requireImpartialCaller(trx, caller, target);
  const marked = marks.flatMap((row) => (row.marks === null ? [] : [row.milestone]));
  await requireDecidedSimilarity(trx, scheme, target.id, marked);
  const findMember = (id: string) => members.find(({ from }) => from === id);
  const rows = marks.map((row) => ({
    ...row,
    member_id: findMember(row.member_id)?.to ?? '',
    revision: 1,
    notified_revision: row.notified_revision === row.revision ? 1 : 0,
    changed_by: caller.userId,
    changed_at: now.toISOString(),
  }));
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
}
