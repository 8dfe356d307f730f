import { Autocomplete } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useRead } from '#client/api/use-read.ts';
import { buildStaffSuggestions, describeStaffAccess } from '#client/groups/editor/staff-names.ts';
import type { FullGroup } from '#contract/groups.ts';
import { findChoices } from '#contract/students/proposals.ts';
import type { ChangeValues } from './change-values.ts';

type SupervisorFieldProps = {
  form: Pick<
    UseFormReturnType<ChangeValues>,
    'values' | 'errors' | 'setFieldValue' | 'getInputProps'
  >;
  group: FullGroup;
};

/** Suggests faculty members, accepts any name, and describes which account gets access. */
export function SupervisorField({ form, group }: SupervisorFieldProps) {
  const { data, error: loadingError } = useRead(
    findChoices,
    {},
    { failure: 'Couldn’t load suggestions. Enter the full name' },
  );
  const { supervisor, supervisorId } = form.values.change;
  const stored = { name: group.supervisor, id: group.supervisorId ?? '' };
  const names = (data?.supervisors ?? []).map(({ value }) => value);
  const suggestions = buildStaffSuggestions(names, data?.staff ?? [], stored);
  const { onChange: _, error, ...input } = form.getInputProps('change.supervisor');
  const write = (text: string) => {
    const account = suggestions.get(text);
    form.setFieldValue('change.supervisor', account?.name ?? text);
    form.setFieldValue('change.supervisorId', account?._id ?? '');
  };
  return (
    <Autocomplete
      label="New supervisor"
      required
      description={
        data?.staff
          ? describeStaffAccess({ name: supervisor, id: supervisorId }, data.staff, stored)
          : loadingError
      }
      data={[...suggestions.keys()]}
      {...input}
      error={error ?? form.errors.supervisorId}
      onChange={write}
    />
  );
}
