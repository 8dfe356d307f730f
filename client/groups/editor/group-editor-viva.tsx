import { Select, SimpleGrid, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { DateField } from '#client/ui/form/date-field.tsx';
import { vivaStatuses } from '#contract/groups.ts';
import { GroupEditorSection } from './group-editor-part.tsx';
import type { GroupValues } from './group-values.ts';

/** Option that represents an empty viva status (spec 4). */
const pending = 'pending';

export function GroupEditorViva({ form }: { form: UseFormReturnType<GroupValues> }) {
  const { value, onChange, ...status } = form.getInputProps('externalVivaDetails.vivaStatus');
  return (
    <GroupEditorSection title="External viva">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <DateField label="Date" {...form.getInputProps('externalVivaDetails.vivaDate')} />
        <Select
          label="Status"
          data={[pending, ...vivaStatuses]}
          value={value === '' ? pending : value}
          onChange={(chosen) => onChange(chosen === pending ? '' : chosen)}
          {...status}
        />
        <Textarea
          label="Overall feedback"
          placeholder="No feedback"
          rows={3}
          style={{ gridColumn: '1 / -1' }}
          {...form.getInputProps('externalVivaDetails.vivaFeedback')}
        />
      </SimpleGrid>
    </GroupEditorSection>
  );
}
