import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx';
import { LeavePageDialog } from '#client/ui/dialog/leave-dialog.tsx';
import type { UserRowEditing } from './use-row-editing.ts';

type UnsavedUserProps = { editing: UserRowEditing; isNewDirty: boolean };

export function UnsavedUserDialog({ editing, isNewDirty }: UnsavedUserProps) {
  return (
    <>
      <ConfirmDialog
        opened={editing.isLeaving}
        title="Edit another user?"
        confirmLabel="Discard changes"
        cancelLabel="Keep editing"
        consequence="You can’t restore discarded changes."
        onConfirm={editing.discard}
        onClose={editing.stay}
      >
        Your changes to this user are not saved yet.
      </ConfirmDialog>
      <LeavePageDialog
        when={editing.isDirty || isNewDirty}
        guardsSearch
        title="Leave without saving?"
        confirmLabel="Discard changes"
        cancelLabel="Keep editing"
      >
        Your changes to a user are not saved yet.
      </LeavePageDialog>
    </>
  );
}
