import { Alert, Button, Checkbox, Group, SimpleGrid } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { call } from '#client/api/call.ts';
import { isCancelled, messageOf, setFieldErrors } from '#client/api/problems.ts';
import { validateBy } from '#client/api/validate.ts';
import { focusFirstError } from '#client/ui/focus-first-error.ts';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { adminToastMs, toast } from '#client/ui/toast.ts';
import { passwordRule } from '#contract/password.ts';
import { Problem } from '#contract/problem.ts';
import { type User, updateUser } from '#contract/users.ts';
import { forgetUsers } from './forget-users.ts';
import { followOwnAccount, leaveAfterOwnChange } from './own-account.ts';
import { UserFields } from './user-fields.tsx';

type UserFormProps = {
  user: User;
  isOwn: boolean;
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
};

/** Edits a user in place of his row (spec 2); only what was changed is sent. */
export function UserForm({ user, isOwn, onDirty, onDone }: UserFormProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const { name, email, role, supervises, memberOf, confirmedAt } = user;
  const form = useForm({
    initialValues: {
      ...{ name, email, role, supervises, password: '' },
      // Whose address was never confirmed may be somebody else than the member.
      followInGroup: confirmedAt !== null,
    },
    validate: validateBy(updateUser.body),
    validateInputOnBlur: true,
  });
  const isDirty = form.isDirty() && !isLeaving;
  useEffect(() => nameField.current?.focus(), []);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useEffect(() => {
    // Only now does nothing ask about unsaved work any more.
    if (isLeaving) leaveAfterOwnChange();
  }, [isLeaving]);

  const isRoleNew = form.values.role !== role;
  const endsOwnSession = isOwn && (isRoleNew || form.values.password !== '');
  const isEmailNew = form.isDirty('email');
  const isRenamed = role === 'faculty' && form.values.name.trim() !== name;

  const save = form.onSubmit(
    async (values, event) => {
      if (isBusy) return;
      const element = event?.currentTarget;
      setIsBusy(true);
      const keys = ['name', 'email', 'role', 'password', 'supervises'] as const;
      const changed = keys.filter((key) => form.isDirty(key));
      const body = {
        ...Object.fromEntries(changed.map((key) => [key, values[key]])),
        ...(memberOf && isEmailNew && { followInGroup: values.followInGroup }),
      };
      try {
        const reply = await call(updateUser, { params: { userId: user._id }, body });
        if (endsOwnSession) return setIsLeaving(true);
        followOwnAccount(reply.user);
        toast.success(reply.message, adminToastMs);
        await forgetUsers();
        onDone();
      } catch (error) {
        setIsBusy(false);
        if (isCancelled(error)) return;
        const message = messageOf(error, 'Failed to update user');
        toast.error(message, adminToastMs);
        if (error instanceof Problem && error.code === 'last-admin') {
          form.setFieldError('role', message);
        }
        if (setFieldErrors(form, error)) focusFirstError(element);
      }
    },
    (_errors, _values, event) => focusFirstError(event),
  );

  return (
    <form onSubmit={save} noValidate aria-label={`Edit ${name}`}>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing="md">
        <UserFields
          form={form}
          name={{ ref: nameField }}
          password={{
            label: 'New password',
            description: passwordRule,
            placeholder: 'Stays as it is',
          }}
        />
      </SimpleGrid>
      {endsOwnSession && (
        <Alert color="brass" role="status" mt="md">
          This is your own account: saving signs you out
          {isRoleNew ? `, and as ${form.values.role} you cannot open this page any more` : ''}.
        </Alert>
      )}
      {memberOf && isEmailNew && (
        <Alert color="brass" role="status" mt="md">
          <Checkbox
            label={`Also change it in group ${memberOf.fypGroupName} (member ${memberOf.memberName})`}
            description="Otherwise the account does not open this group any more"
            {...form.getInputProps('followInGroup', { type: 'checkbox' })}
          />
        </Alert>
      )}
      {isRenamed && (
        <Alert color="brass" role="status" mt="md">
          The groups that this account supervises or examines will carry the new name.
        </Alert>
      )}
      <Group justify="flex-end" gap="sm" mt="md">
        <Button variant="default" onClick={onDone} disabled={isBusy}>
          Cancel
        </Button>
        <SubmitButton isBusy={isBusy} busyText="Saving..." disabled={!form.isDirty()}>
          Save
        </SubmitButton>
      </Group>
    </form>
  );
}
