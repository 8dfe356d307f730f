import { Autocomplete, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { query } from '#client/api/queries.ts';
import type { FullGroup } from '#contract/groups.ts';
import { type Choice, findChoices } from '#contract/proposals.ts';
import type { GroupValues } from './group-values.ts';
import { fieldLabels } from './group-words.ts';

type GroupEditorProjectProps = {
  form: UseFormReturnType<GroupValues>;
  /** The group as it stands: its program and category stay on offer when the department drops them. */
  standing: FullGroup;
};

/** A group's own data. Supervisor and examiner may be anybody; the faculty accounts' names are suggested. */
export function GroupEditorProject({ form, standing }: GroupEditorProjectProps) {
  const { data } = useQuery(query(findChoices));
  const names = (choices: readonly Choice[] = []) => choices.map(({ value }) => value);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <TextInput
        label={fieldLabels.fypGroupName}
        required
        {...form.getInputProps('fypGroupName')}
      />
      <Select
        label={fieldLabels.program}
        required
        data={withStanding(data?.programs, standing.program)}
        {...form.getInputProps('program')}
      />
      <Textarea
        label={fieldLabels.fypTitle}
        required
        rows={2}
        style={{ gridColumn: '1 / -1' }}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        {...form.getInputProps('fypTitle')}
      />
      <Select
        label={fieldLabels.fypCategory}
        required
        data={withStanding(data?.categories, standing.fypCategory)}
        {...form.getInputProps('fypCategory')}
      />
      <Autocomplete
        label={fieldLabels.supervisor}
        required
        data={names(data?.supervisors)}
        {...form.getInputProps('supervisor')}
      />
      <Autocomplete
        label={fieldLabels.externalExaminer}
        placeholder="Not named yet"
        data={names(data?.examiners)}
        {...form.getInputProps('externalExaminer')}
      />
    </SimpleGrid>
  );
}

function withStanding(choices: readonly Choice[] = [], value: string): Choice[] {
  const isOffered = choices.some((choice) => choice.value === value);
  return isOffered ? [...choices] : [...choices, { value, label: value }];
}
