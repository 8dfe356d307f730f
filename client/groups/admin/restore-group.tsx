import { Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { adminToastDurationMs } from '#client/api/toast.ts';
import { useAction } from '#client/api/use-action.ts';
import { DialogFooter } from '#client/ui/dialog/dialog-footer.tsx';
import { BidiSentence } from '#client/ui/sentence.tsx';
import { type FullGroup, restoreGroup } from '#contract/groups.ts';
import { groupEndpoints } from './invalidate-groups.ts';

/** Restores a group from the bin. Errors appear in a dialog, because they explain what the user must change first. */
export function RestoreGroupButton({ group }: { group: FullGroup }) {
  const [refusal, setRefusal] = useState<string>();
  const restore = useAction(restoreGroup, {
    failure: 'Couldn’t restore the group',
    toastFor: adminToastDurationMs,
    invalidates: groupEndpoints,
    onFailure: (_error, message) => setRefusal(message),
  });
  const close = () => setRefusal(undefined);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        loading={restore.isRunning}
        aria-label={`Restore ${group.fypGroupName}`}
        onClick={() => restore.run({ params: { groupId: group._id } })}
      >
        Restore
      </Button>
      <Modal
        opened={refusal !== undefined}
        onClose={close}
        title={
          <>
            Couldn’t restore <bdi>{group.fypGroupName}</bdi>
          </>
        }
      >
        <Stack gap="lg">
          <Text>{refusal && <BidiSentence text={refusal} />}</Text>
          <DialogFooter>
            <Button variant="default" onClick={close} data-autofocus>
              Close
            </Button>
          </DialogFooter>
        </Stack>
      </Modal>
    </>
  );
}
