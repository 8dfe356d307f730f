import { Stack, TextInput } from '@mantine/core';
import { call } from '#client/api/call.ts';
import { type Session, updateSession } from '#client/api/session.ts';
import { toast } from '#client/api/toast.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { validateBy } from '#client/api/validate.ts';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { updateUser } from '#contract/users.ts';

/** An admin's own address, which the first admin has from the portal. Everybody else's is the office's to change. */
export function OwnEmailForm({ session: { userId, email } }: { session: Session }) {
  const form = useSendForm({
    initialValues: { email },
    validate: validateBy(updateUser.body.pick({ email: true })),
    send: (body) => call(updateUser, { params: { userId }, body }),
    onDone: ({ user }) => {
      toast.success(`You log in with ${user.email} from now on.`);
      updateSession({ email: user.email });
    },
    failure: 'The email was not changed.',
  });
  return (
    <form {...form.props} aria-label="Change email">
      <Stack gap="md">
        <FormStatus {...form.status} />
        <TextInput
          label="Your email"
          description="You log in with it, and emails of the portal go there"
          type="email"
          autoComplete="username"
          inputMode="email"
          required
          {...form.getInputProps('email')}
        />
        <SubmitButton isBusy={form.isBusy} busyText="Saving..." disabled={!form.isDirty()}>
          Change email
        </SubmitButton>
      </Stack>
    </form>
  );
}
