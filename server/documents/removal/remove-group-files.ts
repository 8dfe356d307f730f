import type { ExpressionBuilder } from 'kysely';
import { Problem } from '#contract/problem.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import type { Tables } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { recordGroupChanges } from '#server/groups/changes/record-changes.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { lockGroupOfFiles } from './lock-group.ts';
import { deleteRemovedFiles, markAsRemoved } from './record-removal.ts';

/**
 * Removes all files of a group in the bin for good. Repeating the call is a no-op. Throws `not-found`, `forbidden`,
 * `cohort-closed`, or `stale-version` if the group is not in the bin.
 */
export async function removeGroupFiles(
  services: Services,
  caller: Caller,
  groupId: string,
  reason: string,
) {
  const ids = await writeAs(services, caller, async (context) => {
    const { trx } = context;
    const group = await lockGroupOfFiles(trx, caller, groupId);
    if (group.deleted_at === null) {
      const message = `${group.name} isn’t in the bin. Delete the group before you remove its files.`;
      throw new Problem('stale-version', message);
    }
    const removed = await removeAll(context, groupId, reason);
    if (removed.length === 0) return [];
    const from = removed.length === 1 ? '1 file' : `${removed.length} files`;
    const change = { part: 'group', field: 'files', from, to: reason };
    await recordGroupChanges(context, groupId, [change]);
    await recordAuditEntry(context, {
      action: 'group-files-removed',
      by: caller,
      subject: toGroupSubject(group),
      detail: `${from}: ${reason}`,
    });
    return removed;
  });
  await deleteRemovedFiles(services, ids);
  const count = ids.length === 1 ? '1 file' : `${ids.length} files`;
  const message =
    ids.length === 0 ? 'All of this group’s files have already been removed.' : `${count} removed`;
  return { message, removed: ids.length };
}

/** Selects the files attached to messages of the group's discussion, which belong to their authors. */
const selectAttachments = (eb: ExpressionBuilder<Tables, 'documents'>, groupId: string) =>
  eb
    .selectFrom('discussion_messages')
    .select('discussion_messages.document_id')
    .where('discussion_messages.group_id', '=', groupId)
    .where('discussion_messages.document_id', 'is not', null);

async function removeAll(
  context: WriteContext,
  groupId: string,
  reason: string,
): Promise<string[]> {
  const stored = await context.trx
    .selectFrom('documents')
    .select('id')
    .where((eb) =>
      eb.or([eb('group_id', '=', groupId), eb('id', 'in', selectAttachments(eb, groupId))]),
    )
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute();
  for (const { id } of stored) await markAsRemoved(context, id, reason);
  return stored.map(({ id }) => id);
}
