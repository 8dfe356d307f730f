import { Problem } from '#contract/problem.ts';
import { formatRemoval } from '#contract/rules/removed-file.ts';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import { getLabelInCohort } from '#server/content/kind-labels.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { recordGroupChanges } from '#server/groups/changes/record-changes.ts';
import { toRemoval } from '#server/groups/removed-file.ts';
import type { Services } from '#server/services.ts';

/**
 * Records that a file is removed, and returns its row, or undefined if it was removed before. Without a reason, newer
 * versions replace it. The caller deletes the bytes with `deleteRemovedFiles` after the commit.
 */
export async function markAsRemoved(
  { trx, caller, now }: WriteContext,
  documentId: string,
  reason: string | undefined,
): Promise<DatabaseRow<'documents'> | undefined> {
  const row = await trx
    .updateTable('documents')
    .set(({ ref }) => ({
      // The trigger of `group_summaries` fires for this column, but not for the columns below.
      version: ref('version'),
      removed_at: now.toISOString(),
      removed_by: reason === undefined ? null : caller.userId,
      removed_by_name: reason === undefined ? null : caller.name,
      removal_reason: reason ?? null,
    }))
    .where('id', '=', documentId)
    .where('removed_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (row) {
    const damage = trx.deleteFrom('damaged_files').where('document_id', '=', row.id);
    await damage.execute();
  }
  return row;
}

/** Adds the removal to the audit trail and to the history of the file's group, if it has one. */
export async function recordFileRemoval(
  context: WriteContext,
  row: DatabaseRow<'documents'>,
  { owner, cohortId, reason }: { owner: string; cohortId: string | null; reason: string },
): Promise<void> {
  const { id, kind, name, version, group_id: groupId, member_id: memberId } = row;
  const file = `${name} (version ${version})`;
  if (groupId !== null) {
    const change = { part: 'document', field: kind, from: file, to: reason };
    await recordGroupChanges(context, groupId, [memberId ? { ...change, memberId } : change]);
  }
  const label = getLabelInCohort(context.services.content, cohortId, kind);
  const subject = { kind: 'document', id, name: `${label} of ${owner}` } as const;
  const detail = `${file}: ${reason}`;
  await recordAuditEntry(context, {
    action: 'document-removed',
    by: context.caller,
    subject,
    detail,
  });
}

/**
 * Deletes the bytes of removed files. Call it after the commit. Logs the first error and stops, because each further call
 * may also wait for the timeout. The integrity check deletes the remaining files within a day.
 */
export async function deleteRemovedFiles(
  { files, log }: Pick<Services, 'files' | 'log'>,
  ids: readonly string[],
): Promise<void> {
  for (const [index, id] of ids.entries()) {
    try {
      await files.remove(id);
    } catch (err) {
      const remaining = ids.length - index;
      log.warn({ err, documentId: id, remaining }, 'a removed file is not deleted yet');
      return;
    }
  }
}

/** Throws `not-found` with the reason if the file was removed. */
export function requireStoredFile(document: DatabaseRow<'documents'>, timeZone: string): void {
  const removal = toRemoval(document);
  if (!removal) return;
  throw new Problem(
    'not-found',
    `Version ${document.version} of this file was ${formatRemoval(removal, timeZone)}.`,
  );
}
