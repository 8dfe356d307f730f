import { SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useKindLabel } from '#client/api/cohorts/cohort-content.ts';
import { Section } from '#client/ui/section.tsx';
import { ChoiceField } from './choice-field.tsx';
import { FileField } from './file-field.tsx';
import type { ProposalFormChoices, ProposalValues } from './proposal-values.ts';

type ProjectFieldsProps = {
  form: UseFormReturnType<ProposalValues>;
  choices: ProposalFormChoices;
  isBusy: boolean;
};

const other = 'other';

export function ProjectFields({ form, choices, isBusy }: ProjectFieldsProps) {
  const kindLabel = useKindLabel();
  const supervisors = choices.supervisors.map(({ value, label }) => ({
    value,
    label: value === other ? `${label} (the FYP office assigns one later)` : label,
  }));
  return (
    <Section title="Project">
      <TextInput
        label="Project title"
        description="As it will appear on the thesis, up to 200 characters"
        required
        {...form.getInputProps('title')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="md">
        <ChoiceField
          form={form}
          field="program"
          label="Program"
          description="The same for all members"
          choices={choices.programs}
        />
        <ChoiceField
          form={form}
          field="category"
          label="Category"
          description="The best match for your project"
          choices={choices.categories}
        />
      </SimpleGrid>
      <ChoiceField
        form={form}
        field="supervisor"
        label="Supervisor"
        description={
          form.values.supervisor === other
            ? 'Let the FYP office know who supervises you, so that they can add the name'
            : 'Not in the list? Choose “Other”, and the FYP office will add the name later'
        }
        choices={supervisors}
      />
      <FileField
        form={form}
        path="proposalFile"
        kind="proposal"
        label={`${kindLabel('proposal')} file`}
        limits={choices.sizeLimits}
        required
        disabled={isBusy}
      />
    </Section>
  );
}
