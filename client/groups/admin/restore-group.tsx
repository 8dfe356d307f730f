import { Button, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#client/api/call.ts';
import { isCancelled, messageOf } from '#client/api/problems.ts';
import { adminToastMs, toast } from '#client/ui/toast.ts';
import { type FullGroup, restoreGroup } from '#contract/groups.ts';
import { invalidateGroups } from './invalidate-groups.ts';

/** Brings a group back from the bin. A refusal says what to change first, so it stays until it is read. */
export function RestoreGroup({ group }: { group: FullGroup }) {
  const [refusal, setRefusal] = useState<string>();
  const restore = useMutation({
    mutationFn: () => call(restoreGroup, { params: { groupId: group._id } }),
    onSuccess: async ({ message }) => {
      toast.success(message, adminToastMs);
      await invalidateGroups();
    },
    onError: (error) => {
      if (!isCancelled(error)) setRefusal(messageOf(error, 'Failed to restore'));
    },
  });
  const close = () => setRefusal(undefined);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        loading={restore.isPending}
        aria-label={`Restore ${group.fypGroupName}`}
        onClick={() => restore.mutate()}
      >
        Restore
      </Button>
      <Modal
        opened={refusal !== undefined}
        onClose={close}
        title={`${group.fypGroupName} stays in the bin`}
      >
        <Stack gap="lg">
          <Text>{refusal}</Text>
          <Button variant="default" onClick={close} ml="auto" data-autofocus>
            Close
          </Button>
        </Stack>
      </Modal>
    </>
  );
}
