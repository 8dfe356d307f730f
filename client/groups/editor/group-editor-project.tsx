import { Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useHasExternalExaminer } from '#client/api/cohorts/cohort-content.ts';
import { buildQueryOptions } from '#client/api/queries.ts';
import { groupFieldLabels } from '#client/groups/format-change.ts';
import type { FullGroup } from '#contract/groups.ts';
import { findChoices, type ProposalChoice } from '#contract/students/proposals.ts';
import type { GroupValues } from './group-values.ts';
import { type SharedStaff, SharedStaffWarning } from './shared-staff.tsx';
import { StaffField } from './staff-field.tsx';

type GroupEditorProjectProps = {
  form: UseFormReturnType<GroupValues>;
  /** The stored program and category remain options even if the department has removed them. */
  stored: FullGroup;
  sharedStaff: SharedStaff;
};

/** The supervisor and examiner fields suggest faculty members but accept any name. */
export function GroupEditorProject({ form, stored, sharedStaff }: GroupEditorProjectProps) {
  const { data } = useQuery(buildQueryOptions(findChoices));
  const hasExaminer = useHasExternalExaminer();
  const names = (choices: readonly ProposalChoice[] = []) => choices.map(({ value }) => value);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <TextInput
        label={groupFieldLabels.fypGroupName}
        required
        {...form.getInputProps('fypGroupName')}
      />
      <Select
        label={groupFieldLabels.program}
        required
        data={includeStored(data?.programs, stored.program)}
        {...form.getInputProps('program')}
      />
      <Textarea
        label={groupFieldLabels.fypTitle}
        required
        rows={2}
        style={{ gridColumn: '1 / -1' }}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        {...form.getInputProps('fypTitle')}
      />
      <Select
        label={groupFieldLabels.fypCategory}
        required
        data={includeStored(data?.categories, stored.fypCategory)}
        {...form.getInputProps('fypCategory')}
      />
      <StaffField
        form={form}
        field="supervisor"
        required
        names={names(data?.supervisors)}
        staff={data?.staff}
        stored={stored}
      />
      {hasExaminer && (
        <StaffField
          form={form}
          field="externalExaminer"
          placeholder="Not assigned yet"
          names={names(data?.examiners)}
          staff={data?.staff}
          stored={stored}
        />
      )}
      {hasExaminer && <SharedStaffWarning {...sharedStaff} />}
    </SimpleGrid>
  );
}

function includeStored(choices: readonly ProposalChoice[] = [], value: string): ProposalChoice[] {
  const isOffered = choices.some((choice) => choice.value === value);
  return isOffered ? [...choices] : [...choices, { value, label: value }];
}
