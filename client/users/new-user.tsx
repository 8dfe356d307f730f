import { Button, Modal, Stack } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '#client/api/connection/call.ts';
import { adminToastDurationMs, toast } from '#client/api/toast.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { createFormValidator } from '#client/api/validate.ts';
import { DialogFooter } from '#client/ui/dialog/dialog-footer.tsx';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import type { EndpointReply } from '#contract/endpoint.ts';
import { createUser, updateUser } from '#contract/users.ts';
import { otherPasswordHint } from '#contract/values/password.ts';
import type { Role } from '#contract/values/roles.ts';
import { invalidateUsers } from './invalidate-users.ts';
import { OneTimePassword } from './one-time-password.tsx';
import { UserFields } from './user-fields.tsx';

const emptyUser = {
  name: '',
  email: '',
  role: 'faculty' as Role,
  password: '',
  supervises: false,
  samePerson: '',
  isWrongEmail: false,
};

type NewUserProps = {
  onDirty: (isDirty: boolean) => void;
  /** Values with which to open the form. Set if the user followed a link for creating a specific account. */
  asked: { name: string; supervises: boolean } | undefined;
  onTaken: () => void;
};

/** Keeps the input until the account is created, even if the user closes and reopens the dialog. */
function useNewUser({ onDirty, asked, onTaken }: NewUserProps) {
  const [opened, setOpened] = useState(false);
  const [made, setMade] = useState<EndpointReply<typeof createUser>>();
  const form = useSendForm({
    initialValues: emptyUser,
    // Accept an empty password, as the schema of `updateUser` does, because `send` omits empty passwords.
    validate: createFormValidator(
      createUser.body.extend({ password: updateUser.body.shape.password }),
    ),
    send: ({ password, supervises, samePerson: _, isWrongEmail: __, ...user }) =>
      call(createUser, {
        body: {
          ...user,
          ...(user.role === 'faculty' && { supervises }),
          ...(password !== '' && { password }),
        },
      }),
    onDone: (reply) => {
      begin(emptyUser);
      if (reply.oneTimePassword === undefined) close();
      else setMade(reply);
      toast.success(reply.message, adminToastDurationMs);
      void invalidateUsers();
    },
    failure: 'Couldn’t create the user',
  });
  const isDirty = form.isDirty() || made !== undefined;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  const begin = (values: typeof emptyUser) => {
    form.setInitialValues(values);
    form.setValues(values);
  };
  const take = useEffectEvent(() => {
    if (!asked) return;
    begin({ ...emptyUser, ...asked });
    setOpened(true);
    onTaken();
  });
  const askedName = asked?.name;
  useEffect(() => {
    if (askedName !== undefined) take();
  }, [askedName]);

  const close = () => {
    setOpened(false);
    setMade(undefined);
    form.clearErrors();
    if (!form.isDirty()) begin(emptyUser);
  };
  return { form, opened, open: () => setOpened(true), close, made };
}

/** Creates an account. If no password is entered, the server generates one, which is shown once. */
export function NewUserDialog(props: NewUserProps) {
  const { form, opened, open, close, made } = useNewUser(props);
  return (
    <>
      <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={open}>
        New user
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={made ? 'Account created' : 'New user'}
        size="28rem"
        closeOnClickOutside={false}
        closeOnEscape={made === undefined}
        withCloseButton={made === undefined}
      >
        {made?.oneTimePassword ? (
          <OneTimePassword user={made.user} password={made.oneTimePassword} onDone={close} />
        ) : (
          <form {...form.props} aria-label="New user">
            <Stack gap="md">
              <FormStatus {...form.status} />
              <UserFields
                form={form}
                name={{
                  description: 'Must match the name that groups use for this person',
                  'data-autofocus': true,
                }}
                password={{
                  label: 'Password (optional)',
                  description: `${otherPasswordHint}. If you leave it empty, the portal generates a password and shows it to you once.`,
                }}
              />
              <DialogFooter>
                <Button variant="default" onClick={close} disabled={form.isBusy}>
                  Cancel
                </Button>
                <SubmitButton isBusy={form.isBusy} busyText="Creating the user…">
                  Create user
                </SubmitButton>
              </DialogFooter>
            </Stack>
          </form>
        )}
      </Modal>
    </>
  );
}
