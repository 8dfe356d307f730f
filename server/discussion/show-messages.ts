import { getDocumentUrl } from '#contract/documents.ts';
import { type DiscussionMessage, editMinutes } from '#contract/messages/discussion.ts';
import { listMentionedIds, showMentions } from '#contract/messages/mentions.ts';
import { type FormattedText, mapTextRuns } from '#contract/values/formatted/formatted-text.ts';
import { parseFormattedText } from '#contract/values/formatted/parse-formatted-text.ts';
import type { CohortContent } from '#server/content/content.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import { readReferredFiles, showReference, toReference } from './references.ts';
import type { MessageRow } from './thread-access.ts';

export type MessageRowWithFile = MessageRow & {
  file_name: string | null;
  file_size: number | string | null;
};

export const selectMessages = (db: Db) =>
  db
    .selectFrom('discussion_messages')
    .leftJoin('documents', 'documents.id', 'discussion_messages.document_id')
    .selectAll('discussion_messages')
    .select(['documents.name as file_name', 'documents.size as file_size']);

/** Reads the current names of the people whom the messages mention, by the id of the member or account. */
export async function readMentionedNames(
  db: Db,
  rows: readonly Pick<MessageRow, 'text'>[],
): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ text }) => listMentionedIds(text)))];
  if (ids.length === 0) return new Map();
  const readNames = (table: 'members' | 'users') =>
    db
      .selectFrom(table)
      .select(['id', 'name'])
      .where(isIdInJsonArray(db, 'id', JSON.stringify(ids)))
      .execute();
  const rowsOfPeople = await Promise.all([readNames('members'), readNames('users')]);
  return new Map(rowsOfPeople.flat().map(({ id, name }) => [id, name]));
}

/** Parses the typed text. Inserts names afterwards, so that no character of a name is taken for formatting. */
export function formatMessage(text: string, names: ReadonlyMap<string, string>): FormattedText {
  const { blocks } = parseFormattedText(text);
  return mapTextRuns(blocks, (run) => showMentions(run, (id) => names.get(id) ?? 'someone'));
}

export const mayEdit = (
  { userId }: Pick<Caller, 'userId'>,
  { written_by, written_at, removed_at }: MessageRow,
  now: Date,
): boolean =>
  written_by === userId &&
  removed_at === null &&
  now.getTime() - Date.parse(written_at) <= editMinutes * 60_000;

type Moderated = Pick<DatabaseRow<'groups'>, 'supervisor_id'>;

/** Authors remove their messages. Admins, and the supervisor in the thread of the group, remove any message. */
export const mayRemove = (
  { userId, role }: Pick<Caller, 'userId' | 'role'>,
  { written_by, thread }: Pick<MessageRow, 'written_by' | 'thread'>,
  { supervisor_id }: Moderated,
): boolean =>
  written_by === userId ||
  role === 'admin' ||
  (role === 'faculty' && supervisor_id === userId && thread === 'group');

type Context = {
  caller: Caller;
  group: Moderated & Pick<DatabaseRow<'groups'>, 'id'>;
  cohort: CohortContent;
  now: Date;
};

/** Converts rows to the messages that the caller sees. */
export async function showMessages(
  db: Db,
  rows: readonly MessageRowWithFile[],
  { caller, group, cohort, now }: Context,
): Promise<DiscussionMessage[]> {
  const references = rows.flatMap((row) => toReference(row) ?? []);
  const [names, files] = await Promise.all([
    readMentionedNames(db, rows),
    readReferredFiles(db, group.id, references),
  ]);
  const isOpen = cohort.closedAt === null;
  return rows.map((row): DiscussionMessage => {
    const reference = toReference(row);
    return {
      _id: row.id,
      sequence: row.sequence,
      author: row.written_by_name,
      isOwn: row.written_by === caller.userId,
      writtenAt: row.written_at,
      editedAt: row.edited_at,
      text: formatMessage(row.text, names),
      source: isOpen && mayEdit(caller, row, now) ? row.text : null,
      mayRemove: isOpen && row.removed_at === null && mayRemove(caller, row, group),
      removed:
        row.removed_at === null
          ? null
          : { by: row.removed_by_name ?? 'someone', at: row.removed_at },
      about: reference ? showReference(reference, { cohort, files }) : null,
      attachment: showAttachment(row),
    };
  });
}

function showAttachment({
  document_id,
  file_name,
  file_size,
  removed_at,
}: MessageRowWithFile): DiscussionMessage['attachment'] {
  if (document_id === null || file_name === null || removed_at !== null) return null;
  return { name: file_name, size: Number(file_size), url: getDocumentUrl(document_id) };
}
