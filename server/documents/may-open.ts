import type { ExpressionBuilder } from 'kysely';
import type { PortalContent } from '#server/content/content.ts';
import type { DatabaseRow, Db, Tables } from '#server/db/tables.ts';
import { selectCohortVersion } from '#server/groups/columns.ts';
import { findStudentMembership, getGroupAccess } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';

type Reader = { db: Db; content: PortalContent };
type SupervisedGroup = Pick<DatabaseRow<'groups'>, 'supervisor_id'>;

/**
 * Returns whether the caller may open the file. Only owners and admins may open CVs. Members cannot open each other's
 * fee proofs and certificates. Evidence of an extension request is open to its requester and those who decide.
 * Attachments are open to everybody who sees the thread of their message.
 */
export async function mayOpenDocument(
  { db, content }: Reader,
  caller: Caller,
  document: DatabaseRow<'documents'>,
  { group, membership }: Awaited<ReturnType<typeof readGroupOfDocument>>,
): Promise<boolean> {
  if (document.kind === 'attachment') {
    return mayOpenAttachment(caller, document, { group, membership });
  }
  if (document.group_id === null) {
    return caller.role === 'admin' || document.user_id === caller.userId;
  }
  const access = group && getGroupAccess(caller, group, membership);
  if (!access) return false;
  if (document.kind === 'evidence') {
    const { reminders } = await content.cohort(db, group.cohort_id, group.cohort_version);
    return mayReadEvidence(caller, document.uploaded_by, group, reminders.supervisorsDecide);
  }
  const { memberId } = access;
  return memberId === undefined || [null, memberId].includes(document.member_id);
}

/** Returns the document if it is a personal file of the caller, who has left its group. They may only read it. */
export async function findOwnFileOfFormer(
  db: Db,
  { role, userId, isConfirmed }: Caller,
  documentId: string,
): Promise<DatabaseRow<'documents'> | undefined> {
  if (role !== 'student' || !isConfirmed) return undefined;
  return db
    .selectFrom('documents')
    .innerJoin('members', 'members.id', 'documents.member_id')
    .selectAll('documents')
    .where('documents.id', '=', documentId)
    .where('members.user_id', '=', userId)
    .where('members.left_at', 'is not', null)
    .executeTakeFirst();
}

/** A removed attachment is hidden, because the reason would name a version that counts attachments of all threads. */
function mayOpenAttachment(
  caller: Caller,
  document: DatabaseRow<'documents'>,
  { group, membership }: Awaited<ReturnType<typeof readGroupOfDocument>>,
): boolean {
  if (!group || !getGroupAccess(caller, group, membership)) return false;
  if (document.removed_at !== null && caller.role !== 'admin') return false;
  return group.thread === 'group' || caller.role !== 'student';
}

/** Reads the group that the document or its message belongs to, and the caller's membership in it. */
export async function readGroupOfDocument(db: Db, caller: Caller, documentId: string) {
  const groupId = db
    .selectFrom('documents')
    .select((eb) => eb.fn.coalesce('group_id', selectGroupOfMessage(eb)).as('group_id'))
    .where('id', '=', documentId);
  const [group, membership] = await Promise.all([
    db
      .selectFrom('groups')
      .select(['id', 'supervisor_id', 'external_examiner_id', 'deleted_at', 'cohort_id'])
      .select(selectCohortVersion)
      .select((eb) =>
        eb
          .selectFrom('discussion_messages')
          .select('thread')
          .where('document_id', '=', documentId)
          .as('thread'),
      )
      .where('id', '=', groupId)
      .executeTakeFirst(),
    findStudentMembership(db, caller, groupId),
  ]);
  return { group, membership };
}

const selectGroupOfMessage = (eb: ExpressionBuilder<Tables, 'documents'>) =>
  eb
    .selectFrom('discussion_messages')
    .select('discussion_messages.group_id')
    .whereRef('discussion_messages.document_id', '=', 'documents.id');

/** Returns true for the student who requested the extension, and for everybody who may decide about it. */
export const mayReadEvidence = (
  caller: Caller,
  requesterId: string | null,
  group: SupervisedGroup,
  supervisorsDecide: boolean,
): boolean => caller.userId === requesterId || mayDecideExtension(caller, group, supervisorsDecide);

/** Returns true for admins, and for the group's supervisor if the settings of the cohort allow it. */
export const mayDecideExtension = (
  caller: Caller,
  { supervisor_id }: SupervisedGroup,
  supervisorsDecide: boolean,
): boolean =>
  caller.role === 'admin' ||
  (supervisorsDecide && caller.role === 'faculty' && supervisor_id === caller.userId);
