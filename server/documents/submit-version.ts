import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { clockToleranceMs } from './clock-fault.ts';

/**
 * Submits a stored version. Replaces times in the future, which were stored while the server’s clock was ahead; otherwise,
 * repeating the call is a no-op. The caller must hold the lock on the group.
 */
export async function submitVersion(
  { trx, caller, now }: WriteContext,
  documentId: string,
  deadlineId: string,
): Promise<void> {
  const futureAfter = new Date(now.getTime() + clockToleranceMs).toISOString();
  const submission = {
    submitted_at: now.toISOString(),
    submitted_by: caller.userId,
    submitted_by_name: caller.name,
  };
  const added = trx
    .insertInto('submissions')
    .values({ document_id: documentId, deadline_id: deadlineId, ...submission })
    .onConflict((conflict) =>
      conflict
        .columns(['document_id', 'deadline_id'])
        .doUpdateSet(submission)
        .where('submissions.submitted_at', '>', futureAfter),
    );
  await added.execute();
  await trx
    .updateTable('documents')
    .set({ uploaded_at: now.toISOString() })
    .where('id', '=', documentId)
    .where('uploaded_at', '>', futureAfter)
    .execute();
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
