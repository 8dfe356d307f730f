import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { call } from '#client/api/connection/call.ts';
import { adminToastDurationMs, toast } from '#client/api/toast.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { invalidateSettings } from '#client/settings/invalidate-settings.ts';
import { DialogFooter } from '#client/ui/dialog/dialog-footer.tsx';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { type Cohort, updateCohort } from '#contract/settings/cohorts.ts';

/** Dialog that renames a cohort. The code cannot be changed, because it is part of the groups' names. */
export function RenameCohortDialog({ cohort, onClose }: { cohort: Cohort; onClose: () => void }) {
  const { _id: cohortId, name, version } = cohort;
  const form = useSendForm({
    initialValues: { name },
    send: (values) =>
      call(updateCohort, { params: { cohortId }, body: { version, name: values.name } }),
    onDone: async ({ message }) => {
      toast.success(message, adminToastDurationMs);
      await invalidateSettings();
      onClose();
    },
    failure: 'Couldn’t rename the session',
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        <>
          Rename <bdi>{name}</bdi>
        </>
      }
      size="28rem"
    >
      <form {...form.props} aria-label={`Rename ${name}`}>
        <Stack gap="md">
          <FormStatus {...form.status} />
          <TextInput
            label="Name"
            description={`The code ${cohort.code} stays, because it’s part of the groups’ names.`}
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
          <DialogFooter>
            <Button variant="default" onClick={onClose} disabled={form.isBusy}>
              Cancel
            </Button>
            <SubmitButton isBusy={form.isBusy} busyText="Saving…" disabled={!form.isDirty()}>
              Rename
            </SubmitButton>
          </DialogFooter>
        </Stack>
      </form>
    </Modal>
  );
}
