import { SimpleGrid, TextInput } from '@mantine/core';
import { useIsModuleEnabled } from '#client/api/portal.ts';
import { groupFieldLabels } from '#client/groups/format-change.ts';
import { EmailInput } from '#client/ui/form/email-input.tsx';
import type { ChangeFormState } from './use-change-form.ts';

/** Fields of a person who joins the group. The server checks them against the rules of the group's cohort. */
export function NewMemberFields({ form }: { form: Pick<ChangeFormState, 'getInputProps'> }) {
  const hasFatherName = useIsModuleEnabled('fatherName');
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <TextInput label="Full name" required {...form.getInputProps('change.member.name')} />
      {hasFatherName && (
        <TextInput
          label={groupFieldLabels.fathername}
          required
          {...form.getInputProps('change.member.fathername')}
        />
      )}
      <TextInput
        label={groupFieldLabels.roll}
        required
        {...form.getInputProps('change.member.roll')}
      />
      <EmailInput
        label={groupFieldLabels.email}
        required
        {...form.getInputProps('change.member.email')}
      />
      <TextInput
        label={groupFieldLabels.phone}
        type="tel"
        required
        {...form.getInputProps('change.member.phone')}
      />
    </SimpleGrid>
  );
}
