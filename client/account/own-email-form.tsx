import { TextInput } from '@mantine/core';
import { call } from '#client/api/connection/call.ts';
import { type Session, updateSession } from '#client/api/session/session.ts';
import { toast } from '#client/api/toast.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { createFormValidator } from '#client/api/validate.ts';
import { StackedForm } from '#client/ui/form/stacked-form.tsx';
import { updateUser } from '#contract/users.ts';

export function OwnEmailForm({ session: { userId, email } }: { session: Session }) {
  const form = useSendForm({
    initialValues: { email },
    validate: createFormValidator(updateUser.body.pick({ email: true })),
    send: (body) => call(updateUser, { params: { userId }, body }),
    onDone: ({ user }, values) => {
      const saved = user?.email ?? values.email;
      toast.success(`From now on, log in with ${saved}.`);
      updateSession({ email: saved });
    },
    failure: 'Couldn’t change your email',
  });
  return (
    <StackedForm
      label="Change email"
      form={form}
      submit="Change email"
      busyText="Saving…"
      disabled={!form.isDirty()}
    >
      <TextInput
        label="Your email"
        description="Used to log in and to receive the portal’s emails"
        type="email"
        autoComplete="username"
        inputMode="email"
        required
        {...form.getInputProps('email')}
      />
    </StackedForm>
  );
}
