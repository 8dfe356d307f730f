import { Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '#client/api/call.ts';
import { isCancelled, messageOf } from '#client/api/problems.ts';
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx';
import { useLast } from '#client/ui/dialog/use-last.ts';
import { adminToastMs, toast } from '#client/ui/toast.ts';
import { deleteGroup, type FullGroup } from '#contract/groups.ts';
import { invalidateGroups } from './invalidate-groups.ts';

type DeleteGroupProps = { group: FullGroup | undefined; onClose: () => void };

/** Asks first (spec 8), then moves the group to the bin. */
export function DeleteGroup({ group, onClose }: DeleteGroupProps) {
  const shown = useLast(group);
  const remove = useMutation({
    mutationFn: (groupId: string) => call(deleteGroup, { params: { groupId } }),
    onSuccess: async ({ message }) => {
      toast.success(message, adminToastMs);
      await invalidateGroups();
    },
    onError: (error) => {
      if (!isCancelled(error)) toast.error(messageOf(error, 'Failed to delete'), adminToastMs);
    },
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      opened={group !== undefined}
      title={`Delete ${shown?.fypGroupName ?? ''}`}
      confirmLabel="Delete"
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => group && remove.mutate(group._id)}
      onClose={onClose}
    >
      <Stack gap="xs">
        <Text>Are you sure you want to delete this group?</Text>
        <Text size="sm" c="dimmed">
          It goes to the bin with its marks and files, and can be restored from there. Until then
          its members may propose anew.
        </Text>
      </Stack>
    </ConfirmDialog>
  );
}
