import { Problem } from '#contract/problem.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { deleteRemovedFiles, markAsRemoved } from '#server/documents/removal/record-removal.ts';
import type { LockedGroup } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { describeMessage } from './describe-message.ts';
import { mayRemove } from './show-messages.ts';
import { lockMessage, type MessageRow } from './thread-access.ts';

/**
 * Removes the text and the file of a message for good. Repeating the call is a no-op. Throws `not-found`, `forbidden`
 * or `cohort-closed`.
 */
export async function removeMessage(services: Services, caller: Caller, messageId: string) {
  const fileId = await writeAs(services, caller, async (context) => {
    const { message, group } = await lockMessage(context.trx, caller, messageId);
    if (!mayRemove(caller, message, group)) {
      const text =
        'Only the author, an admin or, in the discussion with the group, the supervisor can remove a message.';
      throw new Problem('forbidden', text);
    }
    if (message.removed_at === null) await remove(context, message, group);
    return message.document_id;
  });
  await deleteRemovedFiles(services, fileId === null ? [] : [fileId]);
  return { message: 'Message removed' };
}

async function remove(
  context: WriteContext,
  message: MessageRow,
  group: LockedGroup,
): Promise<void> {
  const { trx, services, caller, now } = context;
  const removed = trx
    .updateTable('discussion_messages')
    .set({ text: '', removed_at: now.toISOString(), removed_by_name: caller.name })
    .where('id', '=', message.id);
  await removed.execute();
  if (message.document_id !== null) {
    await markAsRemoved(context, message.document_id, 'The message was removed.');
  }
  await recordAuditEntry(context, {
    action: 'message-removed',
    by: caller,
    subject: toGroupSubject(group),
    detail: describeMessage(message, services.config.timeZone),
  });
}
