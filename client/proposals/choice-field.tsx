import { Select } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ProposalChoice } from '#contract/students/proposals.ts';
import type { ProposalValues } from './proposal-values.ts';

type ChoiceFieldProps = {
  form: UseFormReturnType<ProposalValues>;
  field: 'program' | 'category' | 'supervisor';
  label: string;
  description?: string;
  choices: ProposalChoice[];
};

export function ChoiceField({ form, field, label, description, choices }: ChoiceFieldProps) {
  const { onChange: _, ...props } = form.getInputProps(field);
  return (
    <Select
      label={label}
      description={description}
      placeholder="Choose or type"
      data={choices}
      searchable
      // Keep the options closed on focus, because they would cover the field's error message.
      openOnFocus={false}
      // Render the options in place, because a React portal would put them outside every ARIA landmark.
      comboboxProps={{ withinPortal: false }}
      nothingFoundMessage="No matches"
      required
      {...props}
      onChange={(value) => form.setFieldValue(field, value ?? '')}
    />
  );
}
