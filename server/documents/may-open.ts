import type { PortalContent } from '#server/content/content.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { findGroupAccess } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';

type Reader = { db: Db; content: PortalContent };
type SupervisedGroup = Pick<DatabaseRow<'groups'>, 'supervisor_id'>;

/**
 * Returns whether the caller may open the file. Only owners and admins may open CVs. Members cannot open each other's
 * fee proofs and certificates. Evidence of an extension request is open to its requester and those who decide.
 */
export async function mayOpenDocument(
  { db, content }: Reader,
  caller: Caller,
  document: DatabaseRow<'documents'>,
): Promise<boolean> {
  if (document.group_id === null) {
    return caller.role === 'admin' || document.user_id === caller.userId;
  }
  const group = await db
    .selectFrom('groups')
    .select(['id', 'supervisor_id', 'external_examiner_id', 'deleted_at', 'cohort_id'])
    .where('id', '=', document.group_id)
    .executeTakeFirst();
  const access = group && (await findGroupAccess(db, caller, group));
  if (!access) return false;
  if (document.kind === 'evidence') {
    const { reminders } = await content.cohort(db, group.cohort_id);
    return mayReadEvidence(caller, document.uploaded_by, group, reminders.supervisorsDecide);
  }
  const { memberId } = access;
  return memberId === undefined || [null, memberId].includes(document.member_id);
}

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
