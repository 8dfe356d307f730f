import { Alert, Box, Button, Checkbox, Group, SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { call } from '#client/api/connection/call.ts';
import { adminToastDurationMs, toast } from '#client/api/toast.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { createFormValidator } from '#client/api/validate.ts';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import type { EndpointReply } from '#contract/endpoint.ts';
import { Problem } from '#contract/problem.ts';
import { type User, updateUser } from '#contract/users.ts';
import { otherPasswordHint } from '#contract/values/password.ts';
import { invalidateUsers } from './invalidate-users.ts';
import { logOutAfterOwnChange, updateOwnSession } from './own-account.ts';
import { UserFields, type UserFormValues } from './user-fields.tsx';

type UserFormProps = {
  user: User;
  isOwn: boolean;
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
  onSaved: (reply: EndpointReply<typeof updateUser>) => void;
};

/** Form for editing a user, which replaces the user's row (spec 2). Sends only changed fields. */
export function UserForm({ user, isOwn, onDirty, onDone, onSaved }: UserFormProps) {
  const nameField = useRef<HTMLInputElement>(null);
  const { name, role } = user;
  const form = useSendForm({
    initialValues: valuesOf(user),
    validate: createFormValidator(updateUser.body),
    send: (values) =>
      call(updateUser, { params: { userId: user._id }, body: getChanges(user, values) }),
    onDone: async (reply) => {
      if (endsOwnSession) return;
      if (reply.user) updateOwnSession(reply.user);
      toast.success(reply.message ?? 'User updated successfully', adminToastDurationMs);
      onSaved(reply);
      await invalidateUsers();
      onDone();
    },
    failure: 'Failed to update user',
    onFailure: (error, message) => {
      toast.error(message, adminToastDurationMs);
      if (error instanceof Problem && error.code === 'last-admin') {
        form.setFieldError('role', message);
      }
    },
    isOnce: true,
  });
  const endsOwnSession = isOwn && (form.values.role !== role || form.values.password !== '');
  const isLeaving = form.isDone && endsOwnSession;
  const isDirty = form.isDirty() && !isLeaving;
  useEffect(() => nameField.current?.focus(), []);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useEffect(() => {
    // Log out only after `onDirty(false)`, because a dialog about unsaved input could block the navigation.
    if (isLeaving) void logOutAfterOwnChange();
  }, [isLeaving]);

  return (
    <form {...form.props} aria-label={`Edit ${name}`}>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing="md">
        <UserFields
          form={form}
          name={{ ref: nameField }}
          password={{
            label: 'New password',
            description: otherPasswordHint,
            placeholder: 'Unchanged',
          }}
        />
        {!isOwn && user.confirmedAt !== null && form.isDirty('email') && (
          <Checkbox
            label="The earlier email was wrong"
            description="Someone else may have received emails sent to it"
            {...form.getInputProps('isWrongEmail', { type: 'checkbox' })}
          />
        )}
        {(form.errors.samePerson || form.values.samePerson !== '') && (
          <TextInput label="Why this is the same person" {...form.getInputProps('samePerson')} />
        )}
      </SimpleGrid>
      <Consequences user={user} form={form} endsOwnSession={endsOwnSession} />
      {form.status.error && !form.errors.role && (
        <Box mt="md">
          <FormStatus error={form.status.error} />
        </Box>
      )}
      <Group justify="flex-end" gap="sm" mt="md">
        <Button variant="default" onClick={onDone} disabled={form.isBusy}>
          Cancel
        </Button>
        <SubmitButton isBusy={form.isBusy} busyText="Saving…" disabled={!form.isDirty()}>
          Save
        </SubmitButton>
      </Group>
    </form>
  );
}

type ConsequencesProps = {
  user: User;
  form: UseFormReturnType<UserFormValues>;
  endsOwnSession: boolean;
};

function Consequences({ user, form, endsOwnSession }: ConsequencesProps) {
  const { name, role, memberOf } = user;
  const isRoleNew = form.values.role !== role;
  const isRenamed = role === 'faculty' && form.values.name.trim() !== name;
  return (
    <>
      {endsOwnSession && (
        <Alert color="brass" role="status" mt="md">
          This is your own account: saving logs you out
          {isRoleNew
            ? `, and as ${form.values.role} you’ll no longer have access to this page`
            : ''}
          .
        </Alert>
      )}
      {memberOf && form.isDirty('email') && (
        <Alert color="brass" role="status" mt="md">
          Member <bdi>{memberOf.memberName}</bdi> of <bdi>{memberOf.fypGroupName}</bdi> gets this
          email too. The old address no longer gives access to anyone.
        </Alert>
      )}
      {isVouchedFor(user, form.values) && (
        <Alert color="brass" role="status" mt="md">
          {user.confirmedAt === null && 'This email is not confirmed yet. '}Saving logs the account
          out everywhere and
          {form.values.password === '' ? ' replaces its password' : ' sets the new password'}.
        </Alert>
      )}
      {isRenamed && (
        <Alert color="brass" role="status" mt="md">
          The groups that this account supervises or examines will show the new name.
        </Alert>
      )}
    </>
  );
}

/** True if an admin vouches for another owner than before: of an unconfirmed account, or one whose email was wrong. */
function isVouchedFor(user: User, { email, role, isWrongEmail }: UserFormValues): boolean {
  const isEmailNew = email !== user.email;
  if (user.confirmedAt !== null) return isEmailNew && isWrongEmail;
  return isEmailNew || (role !== user.role && role !== 'student');
}

function valuesOf({ name, email, role, supervises }: User): UserFormValues {
  return { name, email, role, supervises, password: '', samePerson: '', isWrongEmail: false };
}

function getChanges(user: User, values: UserFormValues) {
  const before = { ...user, password: '', samePerson: '' };
  const keys = ['name', 'email', 'role', 'password', 'supervises', 'samePerson'] as const;
  const changed = keys.filter((key) => values[key] !== before[key]);
  return {
    ...Object.fromEntries(changed.map((key) => [key, values[key]])),
    ...(isVouchedFor(user, values) && { confirmed: true as const }),
  };
}
