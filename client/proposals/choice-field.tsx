import { Select } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Choice } from '#contract/proposals.ts';
import type { ProposalValues } from './proposal-values.ts';

type ChoiceFieldProps = {
  form: UseFormReturnType<ProposalValues>;
  field: 'program' | 'category' | 'supervisor';
  label: string;
  description?: string;
  choices: Choice[];
};

/** One of the department's lists; typing narrows it. */
export function ChoiceField({ form, field, label, description, choices }: ChoiceFieldProps) {
  const { onChange: _, ...props } = form.getInputProps(field);
  return (
    <Select
      label={label}
      description={description}
      placeholder="Choose or type"
      data={choices}
      searchable
      // Whoever comes from the list of errors wants to see the error, not a list of choices over it.
      openOnFocus={false}
      // Inside its section, not at the end of the document, where no landmark is.
      comboboxProps={{ withinPortal: false }}
      nothingFoundMessage="Nothing matches"
      required
      {...props}
      onChange={(value) => form.setFieldValue(field, value ?? '')}
    />
  );
}
