import { Autocomplete } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { fieldLabels } from '#client/groups/format-change.ts';
import type { FullGroup } from '#contract/groups.ts';
import { nameKey } from '#contract/values/text.ts';
import type { GroupValues } from './group-values.ts';
import { meaningOf, type Staff, suggestionsOf } from './staff-names.ts';

type StaffFieldProps = {
  form: UseFormReturnType<GroupValues>;
  field: 'supervisor' | 'externalExaminer';
  names: readonly string[];
  /** The faculty accounts, once they are known. */
  staff: readonly Staff[] | undefined;
  /** The group as it stands. */
  standing: FullGroup;
  required?: boolean;
  placeholder?: string;
};

/** A name of anybody; accounts that share one are told apart by email, and the line below says to whom the group opens. */
export function StaffField({ form, field, names, staff, standing, ...props }: StaffFieldProps) {
  const idField = `${field}Id` as const;
  const stands = { name: standing[field] ?? '', id: standing[idField] ?? '' };
  const suggestions = suggestionsOf(names, staff ?? [], stands);
  const { value, error, onChange: _, ...input } = form.getInputProps(field);
  const write = (text: string) => {
    const account = suggestions.get(text);
    const isStanding = nameKey(text) === nameKey(stands.name);
    form.setFieldValue(field, account?.name ?? text);
    form.setFieldValue(idField, account?._id ?? (isStanding ? stands.id : ''));
  };
  return (
    <Autocomplete
      label={fieldLabels[field]}
      description={staff && meaningOf({ name: value, id: form.values[idField] }, staff, stands)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={[...suggestions.keys()]}
      {...props}
      {...input}
      value={value}
      error={error ?? form.errors[idField]}
      onChange={write}
    />
  );
}
