import type { NewGroupChange } from '#server/groups/changes/record-changes.ts';
import type { GroupRoleConflict } from '#server/groups/roles/find-role-conflicts.ts';

/** Returns the form field for a role conflict: the member's email if it was edited, otherwise a staff field. */
export const findConflictField =
  (changes: readonly NewGroupChange[], edits: readonly { before: { id: string } }[]) =>
  ({ first, second }: GroupRoleConflict): string => {
    const isEdited = (memberId: string | undefined, fields: readonly string[]) =>
      changes.some((change) => change.memberId === memberId && fields.includes(change.field));
    if (first.role === 'member' && isEdited(first.memberId, ['email'])) {
      return `fypGroupMembers.${edits.findIndex(({ before }) => before.id === first.memberId)}.email`;
    }
    const isExaminerEdited = isEdited(undefined, [
      'external_examiner',
      'external_examiner_account',
    ]);
    return second.role === 'external examiner' && (isExaminerEdited || first.role === 'member')
      ? 'externalExaminer'
      : 'supervisor';
  };
