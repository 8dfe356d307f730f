import { editMinutes } from '#contract/messages/discussion.ts';
import { listMentionedIds } from '#contract/messages/mentions.ts';
import { Problem } from '#contract/problem.ts';
import { requireValidLinks } from '#server/announcements/require-valid.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import type { LockedGroup } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { describeMessage } from './describe-message.ts';
import { listPeople } from './list-people.ts';
import { listAccounts, notifyMentioned } from './notify-people.ts';
import { requireMentionable } from './require-mentionable.ts';
import { mayEdit } from './show-messages.ts';
import { lockMessage, type MessageRow } from './thread-access.ts';

/**
 * Replaces the text of the caller's message. Saving the stored text again is a no-op. Throws `not-found`, `forbidden`,
 * `invalid`, `cohort-closed`, `deadline-passed`, or `stale-version` if the message was removed meanwhile.
 */
export async function editMessage(
  services: Services,
  caller: Caller,
  messageId: string,
  text: string,
) {
  requireValidLinks(text);
  await writeAs(services, caller, async (context) => {
    const { message, group } = await lockMessage(context.trx, caller, messageId);
    requireEditable(message, caller, context.now);
    if (message.text !== text) await edit(context, { message, group, text });
  });
  return { message: 'Message updated' };
}

function requireEditable(message: MessageRow, caller: Caller, now: Date): void {
  if (message.written_by !== caller.userId) {
    throw new Problem('forbidden', 'Only the author can edit a message.');
  }
  if (message.removed_at !== null) {
    const text = `This message was removed by ${message.removed_by_name}. Your text was not saved.`;
    throw new Problem('stale-version', text);
  }
  if (mayEdit(caller, message, now)) return;
  const text = `You can edit a message for ${editMinutes} minutes only. Post a new message with the correction.`;
  throw new Problem('deadline-passed', text);
}

async function edit(
  context: WriteContext,
  { message, group, text }: { message: MessageRow; group: LockedGroup; text: string },
): Promise<void> {
  const { trx, services, caller, now } = context;
  const { id, thread } = message;
  const before = listMentionedIds(message.text);
  const added = listMentionedIds(text).filter((personId) => !before.includes(personId));
  const people = added.length > 0 ? await listPeople(trx, group, thread) : [];
  requireMentionable(added, people);
  const edited = trx
    .updateTable('discussion_messages')
    .set({ text, edited_at: now.toISOString() })
    .where('id', '=', id);
  await edited.execute();
  await recordAuditEntry(context, {
    action: 'message-edited',
    by: caller,
    subject: toGroupSubject(group),
    detail: describeMessage(message, services.config.timeZone),
  });
  const mentionedIds = listAccounts(people, added);
  await notifyMentioned(context, { group, thread, messageId: id, mentionedIds });
}
