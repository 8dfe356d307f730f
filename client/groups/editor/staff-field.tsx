import { Autocomplete } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { groupFieldLabels } from '#client/groups/format-change.ts';
import type { FullGroup } from '#contract/groups.ts';
import { toNameKey } from '#contract/values/text.ts';
import type { GroupValues } from './group-values.ts';
import { buildStaffSuggestions, describeStaffAccess, type StaffAccount } from './staff-names.ts';

type StaffFieldProps = {
  form: UseFormReturnType<GroupValues>;
  field: 'supervisor' | 'externalExaminer';
  names: readonly string[];
  /** Undefined while the accounts load. */
  staff: readonly StaffAccount[] | undefined;
  stored: FullGroup;
  required?: boolean;
  placeholder?: string;
};

/** The field suggests faculty members, accepts any name, and describes which account gets access. */
export function StaffField({ form, field, names, staff, stored, ...props }: StaffFieldProps) {
  const idField = `${field}Id` as const;
  const storedName = { name: stored[field] ?? '', id: stored[idField] ?? '' };
  const suggestions = buildStaffSuggestions(names, staff ?? [], storedName);
  const { value, error, onChange: _, ...input } = form.getInputProps(field);
  const write = (text: string) => {
    const account = suggestions.get(text);
    const isStored = toNameKey(text) === toNameKey(storedName.name);
    form.setFieldValue(field, account?.name ?? text);
    form.setFieldValue(idField, account?._id ?? (isStored ? storedName.id : ''));
  };
  return (
    <Autocomplete
      label={groupFieldLabels[field]}
      description={
        staff && describeStaffAccess({ name: value, id: form.values[idField] }, staff, storedName)
      }
      data={[...suggestions.keys()]}
      {...props}
      {...input}
      value={value}
      error={error ?? form.errors[idField]}
      onChange={write}
    />
  );
}
