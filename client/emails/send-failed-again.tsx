import { Button, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { call } from '#client/api/connection/call.ts';
import { getServerTime } from '#client/api/connection/server-clock.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { invalidateEndpoints } from '#client/api/queries.ts';
import { toast } from '#client/api/toast.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { DialogFooter } from '#client/ui/dialog/dialog-footer.tsx';
import { DateTimeField } from '#client/ui/form/date-time-field.tsx';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { sendFailedEmailsAgain } from '#contract/admin/undelivered-emails.ts';
import { formatWallClock, parseWallClock } from '#contract/values/wall-clock.ts';
import { emailActionOptions } from './email-action-options.ts';

const weekMs = 7 * 86_400_000;

/** Lets an admin send all failed emails again, for example after an outage of the mail server. */
export function SendFailedAgain() {
  const [opened, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        Send several again
      </Button>
      <Modal opened={opened} onClose={dialog.close} title="Send failed emails again">
        <SinceForm onDone={dialog.close} />
      </Modal>
    </>
  );
}

function SinceForm({ onDone }: { onDone: () => void }) {
  const zone = useTimeZone();
  const form = useSendForm({
    initialValues: {
      since: formatWallClock(new Date(getServerTime().getTime() - weekMs).toISOString(), zone),
    },
    validate: {
      since: (value) => (parseWallClock(value, zone) ? null : 'Choose a date and time.'),
    },
    send: ({ since }, options) =>
      call(sendFailedEmailsAgain, { body: { since: parseWallClock(since, zone) ?? '' } }, options),
    failure: 'Couldn’t send the emails again',
    onDone: async ({ message }) => {
      toast.success(message, emailActionOptions.toastFor);
      onDone();
      await invalidateEndpoints(...emailActionOptions.invalidates);
    },
  });
  return (
    <form {...form.props}>
      <Stack gap="md">
        <FormStatus {...form.status} />
        <Text size="sm">
          Emails with single-use links are left out, because the links may have expired.
        </Text>
        <DateTimeField
          label="Failed since"
          description={`In the department’s time zone (${zone})`}
          required
          {...form.getInputProps('since')}
        />
        <DialogFooter>
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <SubmitButton isBusy={form.isBusy} busyText="Queuing…">
            Send again
          </SubmitButton>
        </DialogFooter>
      </Stack>
    </form>
  );
}
