import {
  Checkbox,
  type DataAttributes,
  type PasswordInputProps,
  Select,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { RefAttributes } from 'react';
import { NewPasswordInput } from '#client/layout/new-password-input.tsx';
import { EmailInput } from '#client/ui/form/email-input.tsx';
import { type Role, roles } from '#contract/values/roles.ts';

export type UserFormValues = {
  name: string;
  email: string;
  role: Role;
  password: string;
  supervises: boolean;
  /** True if the email of a confirmed account was not its owner’s. */
  isWrongEmail: boolean;
  /** Reason why a new email is that of the same person, if the portal asks for it. */
  samePerson: string;
};

type UserFieldsProps = {
  form: UseFormReturnType<UserFormValues>;
  name: TextInputProps & RefAttributes<HTMLInputElement> & DataAttributes;
  password: PasswordInputProps;
};

export function UserFields({ form, name, password }: UserFieldsProps) {
  return (
    <>
      <TextInput
        label="Name"
        autoComplete="off"
        required
        {...name}
        {...form.getInputProps('name')}
      />
      <EmailInput label="Email" autoComplete="off" required {...form.getInputProps('email')} />
      <Select label="Role" data={[...roles]} required {...form.getInputProps('role')} />
      <NewPasswordInput {...password} {...form.getInputProps('password')} />
      {form.values.role === 'faculty' && (
        <Checkbox
          label="Supervises projects"
          description="Listed before others in the proposal form"
          {...form.getInputProps('supervises', { type: 'checkbox' })}
        />
      )}
    </>
  );
}
