import { adminToastDurationMs } from '#client/api/toast.ts';
import { useAction } from '#client/api/use-action.ts';
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx';
import { useLastDefined } from '#client/ui/dialog/use-last-defined.ts';
import { deleteGroup, type FullGroup } from '#contract/groups.ts';
import { groupEndpoints } from './invalidate-groups.ts';

type DeleteGroupProps = { group: FullGroup | undefined; onClose: () => void };

export function DeleteGroupDialog({ group, onClose }: DeleteGroupProps) {
  const shown = useLastDefined(group);
  const remove = useAction(deleteGroup, {
    success: ({ message }) => message ?? 'Group deleted',
    failure: 'Failed to delete',
    toastFor: adminToastDurationMs,
    invalidates: groupEndpoints,
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      opened={group !== undefined}
      title={`Delete ${shown?.fypGroupName ?? ''}`}
      confirmLabel="Delete"
      consequence="The group will be moved to the bin with its marks and files, and you can restore it from there. While it’s in the bin, its members can submit a new proposal."
      isBusy={remove.isRunning}
      busyText="Deleting…"
      onConfirm={() => group && remove.run({ params: { groupId: group._id } })}
      onClose={onClose}
    >
      Are you sure you want to delete this group?
    </ConfirmDialog>
  );
}
