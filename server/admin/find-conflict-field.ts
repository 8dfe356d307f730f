import type { NewGroupChange } from '#server/groups/changes/record-changes.ts';
import type { GroupRoleConflict } from '#server/groups/roles/find-role-conflicts.ts';

/** Returns the form field for a role conflict: the member's email if it was edited, otherwise a staff field. */
export const findConflictField =
  (changes: readonly NewGroupChange[], edits: readonly { before: { id: string } }[]) =>
  ({ first, second }: GroupRoleConflict): string => {
    const isEmailEdited = changes.some(
      ({ memberId, field }) => memberId === first.memberId && field === 'email',
    );
    if (isEmailEdited) {
      return `fypGroupMembers.${edits.findIndex(({ before }) => before.id === first.memberId)}.email`;
    }
    return second.role === 'external examiner' ? 'externalExaminer' : 'supervisor';
  };
