import { Button, Group, Modal, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconUserPlus } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '#client/api/call.ts';
import { isCancelled, messageOf, setFieldErrors } from '#client/api/problems.ts';
import { validateBy } from '#client/api/validate.ts';
import { focusFirstError } from '#client/ui/focus-first-error.ts';
import { FormAnswer } from '#client/ui/form-answer.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { adminToastMs, toast } from '#client/ui/toast.ts';
import type { ReplyOf, Role } from '#contract/endpoint.ts';
import { passwordRule } from '#contract/password.ts';
import { createUser, updateUser } from '#contract/users.ts';
import { forgetUsers } from './forget-users.ts';
import { OneTimePassword } from './one-time-password.tsx';
import { UserFields } from './user-fields.tsx';

const empty = { name: '', email: '', role: 'faculty' as Role, password: '', supervises: false };

type NewUserProps = {
  onDirty: (isDirty: boolean) => void;
  /** Whom to make an account for, when another page asks for one. */
  asked: { name: string; supervises: boolean } | undefined;
  onTaken: () => void;
};

/** Makes an account; without a password the server makes one up, which is shown once. */
export function NewUser({ onDirty, asked, onTaken }: NewUserProps) {
  const [opened, setOpened] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const [made, setMade] = useState<ReplyOf<typeof createUser>>();
  const form = useForm({
    initialValues: empty,
    // An empty password is none given, as in an update.
    validate: validateBy(createUser.body.extend({ password: updateUser.body.shape.password })),
    validateInputOnBlur: true,
  });
  const isDirty = form.isDirty() || made !== undefined;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  const begin = (values: typeof empty) => {
    form.setInitialValues(values);
    form.setValues(values);
  };
  const take = useEffectEvent(() => {
    if (!asked) return;
    begin({ ...empty, ...asked });
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
    setFault(undefined);
    form.clearErrors();
    if (!form.isDirty()) begin(empty);
  };
  const make = form.onSubmit(
    async ({ password, supervises, ...user }, event) => {
      if (isBusy) return;
      const element = event?.currentTarget;
      setIsBusy(true);
      setFault(undefined);
      try {
        const reply = await call(createUser, {
          body: {
            ...user,
            ...(user.role === 'faculty' && { supervises }),
            ...(password !== '' && { password }),
          },
        });
        begin(empty);
        if (reply.oneTimePassword === undefined) close();
        else setMade(reply);
        toast.success(reply.message, adminToastMs);
        void forgetUsers();
      } catch (error) {
        if (isCancelled(error)) return;
        if (setFieldErrors(form, error)) focusFirstError(element);
        else setFault(messageOf(error, 'Failed to make the user'));
      } finally {
        setIsBusy(false);
      }
    },
    (_errors, _values, event) => focusFirstError(event),
  );

  return (
    <>
      <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setOpened(true)}>
        New user
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={made ? 'The account is made' : 'New user'}
        size="28rem"
        closeOnClickOutside={false}
        closeOnEscape={made === undefined}
        withCloseButton={made === undefined}
      >
        {made?.oneTimePassword ? (
          <OneTimePassword user={made.user} password={made.oneTimePassword} onDone={close} />
        ) : (
          <form onSubmit={make} noValidate aria-label="New user">
            <Stack gap="md">
              <FormAnswer fault={fault} />
              <UserFields
                form={form}
                name={{
                  description: 'Just as groups name this person: they are found by it',
                  'data-autofocus': true,
                }}
                password={{
                  label: 'Password (optional)',
                  description: `${passwordRule}. Left empty, one is made up and shown to you once.`,
                }}
              />
              <Group justify="flex-end" gap="sm">
                <Button variant="default" onClick={close} disabled={isBusy}>
                  Cancel
                </Button>
                <SubmitButton isBusy={isBusy} busyText="Making the user...">
                  Create user
                </SubmitButton>
              </Group>
            </Stack>
          </form>
        )}
      </Modal>
    </>
  );
}
