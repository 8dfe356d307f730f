import type { EditConflict } from '#contract/problem.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { type NewGroupChange, recordGroupChanges } from '#server/groups/changes/record-changes.ts';
import { writeGroup } from '#server/groups/write-group.ts';
import type { Caller } from '#server/http/serve.ts';

/** A change to the viva record. Omitted fields keep their stored value; '' and null clear a field. */
export type VivaEdit = {
  vivaDate?: string | null | undefined;
  vivaStatus?: 'pass' | 'fail' | 'reschedule' | '' | null | undefined;
  vivaFeedback?: string | null | undefined;
  vivaRevision?: number | undefined;
};

const recordAfter = (group: DatabaseRow<'groups'>, edit: VivaEdit) => ({
  date: edit.vivaDate === undefined ? group.viva_date : edit.vivaDate || null,
  status: edit.vivaStatus === undefined ? group.viva_status : edit.vivaStatus || null,
  feedback: edit.vivaFeedback === undefined ? group.viva_feedback : edit.vivaFeedback || null,
});

/** Writes the viva record. Returns the number of changed records and any conflicts. The caller must lock the group. */
export async function writeViva(
  context: WriteContext,
  group: DatabaseRow<'groups'>,
  edit: VivaEdit,
): Promise<{ changed: number; conflicts: EditConflict[] }> {
  const { trx, caller, now } = context;
  const before = {
    date: group.viva_date,
    status: group.viva_status,
    feedback: group.viva_feedback,
  };
  const after = recordAfter(group, edit);
  const revision = group.viva_revision + 1;
  const changes = (['date', 'status', 'feedback'] as const)
    .filter((field) => before[field] !== after[field])
    .map(
      (field): NewGroupChange => ({
        part: 'viva',
        field,
        from: before[field],
        to: after[field],
        revision,
      }),
    );
  if (changes.length === 0) return { changed: 0, conflicts: [] };
  const isStale = edit.vivaRevision !== undefined && edit.vivaRevision !== group.viva_revision;
  if (isStale) return { changed: 0, conflicts: [await conflictOf(trx, group, caller)] };
  await writeGroup(trx, group.id, {
    viva_date: after.date,
    viva_status: after.status,
    viva_feedback: after.feedback,
    viva_revision: revision,
    viva_changed_by: caller.userId,
    viva_changed_at: now.toISOString(),
  });
  await recordGroupChanges(context, group.id, changes);
  const [subject, detail] = [toGroupSubject(group), changes.map(({ field }) => field).join(', ')];
  await recordAuditEntry(context, { action: 'viva-saved', by: caller, subject, detail });
  return { changed: 1, conflicts: [] };
}

async function conflictOf(db: Db, group: DatabaseRow<'groups'>, by: Caller): Promise<EditConflict> {
  const author = await db
    .selectFrom('users')
    .select('name')
    .where('id', '=', group.viva_changed_by)
    .executeTakeFirst();
  return {
    memberId: null,
    memberName: null,
    milestone: 'viva',
    marks: null,
    feedback: group.viva_feedback,
    vivaDate: group.viva_date,
    vivaStatus: group.viva_status,
    revision: group.viva_revision,
    changedBy: author?.name ?? 'Someone',
    changedAt: group.viva_changed_at ?? group.changed_at,
    isOwn: group.viva_changed_by === by.userId,
  };
}
