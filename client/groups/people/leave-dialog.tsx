import { Modal, Stack, Text } from '@mantine/core';
import { call } from '#client/api/connection/call.ts';
import { invalidateEndpoints } from '#client/api/queries.ts';
import { toast } from '#client/api/toast.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { createFieldValidator } from '#client/api/validate.ts';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { GrowingTextarea } from '#client/ui/form/growing-textarea.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { findGroup } from '#contract/groups.ts';
import { askToLeave, findOwnLeaveRequest } from '#contract/students/leave-requests.ts';

type Group = { _id: string; fypGroupName: string };
type LeaveDialogProps = { group: Group; opened: boolean; onClose: () => void };

export function LeaveDialog({ group, opened, onClose }: LeaveDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={
        <>
          Ask to leave <bdi>{group.fypGroupName}</bdi>
        </>
      }
      size="32rem"
    >
      <LeaveForm groupId={group._id} onDone={onClose} />
    </Modal>
  );
}

function LeaveForm({ groupId, onDone }: { groupId: string; onDone: () => void }) {
  const form = useSendForm({
    initialValues: { reason: '' },
    validate: { reason: createFieldValidator(askToLeave.body.shape.reason) },
    send: ({ reason }) => call(askToLeave, { params: { groupId }, body: { reason } }),
    failure: 'Couldn’t send the request',
    onDone: async ({ message }) => {
      toast.success(message);
      await invalidateEndpoints(findGroup, findOwnLeaveRequest);
      onDone();
    },
  });
  return (
    <form {...form.props}>
      <Stack gap="md">
        <FormStatus {...form.status} />
        <Text size="sm" c="dimmed">
          The FYP office decides. If you leave, you can still read your marks, feedback and own
          files here, but no longer the group’s files and discussion, and you may join another
          group. The portal doesn’t tell your teammates or your supervisor that you asked.
        </Text>
        <GrowingTextarea
          label="Reason"
          description="Only you and the FYP office can read it."
          required
          minRows={4}
          maxRows={12}
          {...form.getInputProps('reason')}
        />
        <SubmitButton isBusy={form.isBusy} busyText="Sending…">
          Ask to leave
        </SubmitButton>
      </Stack>
    </form>
  );
}
