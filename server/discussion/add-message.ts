import { type ExpressionBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { DiscussionThread, addMessage as endpoint } from '#contract/messages/discussion.ts';
import { listMentionedIds } from '#contract/messages/mentions.ts';
import { Problem } from '#contract/problem.ts';
import { requireValidLinks } from '#server/announcements/require-valid.ts';
import type { Tables } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { addDocument, type StoredFile, withStoredFiles } from '#server/documents/add-document.ts';
import type { LockedGroup } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { requireReceivedFile } from '#server/storage/received-file.ts';
import { listPeople } from './list-people.ts';
import { listAccounts, listFollowers, notifyPeople } from './notify-people.ts';
import { readReferredFiles, requireValidReference } from './references.ts';
import { requireMentionable } from './require-mentionable.ts';
import {
  findMessage,
  getGroupOfThread,
  lockGroupOfThread,
  type MessageRow,
} from './thread-access.ts';

type Thread = { groupId: string; thread: DiscussionThread };
type NewMessage = z.output<typeof endpoint.body>;

/**
 * Adds a message and notifies the people of the thread. A repeated request returns the stored message. Throws
 * `not-found`, `invalid`, `cohort-closed`, `storage-full`, or `stale-version` if another message has the id.
 */
export async function addMessage(
  services: Services,
  caller: Caller,
  thread: Thread,
  receive: () => Promise<NewMessage>,
) {
  await getGroupOfThread(services.db, caller, thread);
  const message = await receive();
  requireValidLinks(message.text);
  const files = message.file ? [requireReceivedFile(message.file)] : [];
  return withStoredFiles(services, files, async ([file]) => {
    const stored = await writeAs(services, caller, async (context) => {
      const group = await lockGroupOfThread(context.trx, caller, thread);
      const facts = await readFacts(context, group, thread, message);
      if (facts.existing) return requireSameMessage(facts.existing, caller, thread);
      return add(context, facts, { group, thread: thread.thread, message, file });
    });
    // A repeated request has sent the file again.
    if (file && stored.document_id !== file.id) await services.files.remove(file.id);
    services.mail.wake();
    return { sequence: stored.sequence };
  });
}

/** Throws `stale-version` unless the stored message is the one that the caller sends again. */
function requireSameMessage(
  existing: MessageRow,
  { userId }: Caller,
  { groupId, thread }: Thread,
): MessageRow {
  const { written_by, group_id } = existing;
  if (written_by === userId && group_id === groupId && existing.thread === thread) return existing;
  throw new Problem('stale-version', 'Another message has the same id. Send it again.');
}

type Addition = {
  group: LockedGroup;
  thread: DiscussionThread;
  message: NewMessage;
  file: StoredFile | undefined;
};

async function readFacts(
  { trx, services }: WriteContext,
  group: LockedGroup,
  { thread }: Thread,
  { messageId, about }: NewMessage,
) {
  const [existing, people, followers, cohort, files] = await Promise.all([
    findMessage(trx, messageId),
    listPeople(trx, group, thread),
    listFollowers(trx, group.id, thread),
    services.content.cohort(trx, group.cohort_id, group.cohort_version),
    readReferredFiles(trx, group.id, about ? [about] : []),
  ]);
  return { existing, people, followers, cohort, files };
}

async function add(
  context: WriteContext,
  { people, followers, cohort, files }: Awaited<ReturnType<typeof readFacts>>,
  addition: Addition,
): Promise<Pick<MessageRow, 'sequence' | 'document_id'>> {
  const { group, thread, message, file } = addition;
  const { messageId, about } = message;
  const personIds = listMentionedIds(message.text);
  requireMentionable(personIds, people);
  const mentionedIds = listAccounts(people, personIds);
  if (about) requireValidReference(about, { cohort, files }, thread);
  if (file) await addDocument(context, file, { userId: context.caller.userId });
  const { sequence } = await insert(context, addition);
  await notifyPeople(context, { group, thread, messageId, people, followers, mentionedIds });
  return { sequence, document_id: file?.id ?? null };
}

function insert({ trx, caller, now }: WriteContext, { group, thread, message, file }: Addition) {
  const { messageId, text, about } = message;
  return trx
    .insertInto('discussion_messages')
    .values((eb) => ({
      id: messageId,
      group_id: group.id,
      thread,
      sequence: sql<number>`1 + ${selectLastSequence(eb, group.id, thread)}`,
      text,
      about_kind: about?.kind ?? null,
      about_id: about?.id ?? null,
      about_page: about?.page ?? null,
      document_id: file?.id ?? null,
      written_by: caller.userId,
      written_by_name: caller.name,
      written_at: now.toISOString(),
    }))
    .returning('sequence')
    .executeTakeFirstOrThrow();
}

const selectLastSequence = (
  eb: ExpressionBuilder<Tables, 'discussion_messages'>,
  groupId: string,
  thread: DiscussionThread,
) =>
  eb
    .selectFrom('discussion_messages')
    .select(({ fn }) => fn.coalesce(fn.max('sequence'), sql.lit(0)).as('sequence'))
    .where('group_id', '=', groupId)
    .where('thread', '=', thread);
