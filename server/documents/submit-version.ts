import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';

/** Submits a stored version. Repeating the call is a no-op, unless the stored time is in the future. The caller must hold the lock on the group. */
export async function submitVersion(
  { trx, caller, now }: WriteContext,
  documentId: string,
  deadlineId: string,
): Promise<void> {
  const added = trx
    .insertInto('submissions')
    .values({
      document_id: documentId,
      deadline_id: deadlineId,
      submitted_at: now.toISOString(),
      submitted_by: caller.userId,
      submitted_by_name: caller.name,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['document_id', 'deadline_id'])
        .doUpdateSet({ submitted_at: now.toISOString() })
        .where('submissions.submitted_at', '>', now.toISOString()),
    );
  await added.execute();
}

/** Returns the deadlines for which a version was submitted, in order of submission. */
export const listVersionSubmissions = (
  db: Db,
  documentId: string,
): Promise<Pick<DatabaseRow<'submissions'>, 'document_id' | 'deadline_id' | 'submitted_at'>[]> =>
  db
    .selectFrom('submissions')
    .select(['document_id', 'deadline_id', 'submitted_at'])
    .where('document_id', '=', documentId)
    .orderBy('submitted_at')
    .orderBy('deadline_id')
    .execute();
