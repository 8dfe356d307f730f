import { Autocomplete } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { fieldLabels } from '#client/groups/format-change.ts';
import type { FullGroup } from '#contract/groups.ts';
import { nameKey } from '#contract/values/text.ts';
import type { GroupValues } from './group-values.ts';
import { buildSuggestions, describeAccess, type Staff } from './staff-names.ts';

type StaffFieldProps = {
  form: UseFormReturnType<GroupValues>;
  field: 'supervisor' | 'externalExaminer';
  names: readonly string[];
  /** Faculty accounts. Undefined while they load. */
  staff: readonly Staff[] | undefined;
  stored: FullGroup;
  required?: boolean;
  placeholder?: string;
};

/** Field for a staff name. It suggests faculty members, accepts any name, and describes which account gets access. */
export function StaffField({ form, field, names, staff, stored, ...props }: StaffFieldProps) {
  const idField = `${field}Id` as const;
  const storedName = { name: stored[field] ?? '', id: stored[idField] ?? '' };
  const suggestions = buildSuggestions(names, staff ?? [], storedName);
  const { value, error, onChange: _, ...input } = form.getInputProps(field);
  const write = (text: string) => {
    const account = suggestions.get(text);
    const isStored = nameKey(text) === nameKey(storedName.name);
    form.setFieldValue(field, account?.name ?? text);
    form.setFieldValue(idField, account?._id ?? (isStored ? storedName.id : ''));
  };
  return (
    <Autocomplete
      label={fieldLabels[field]}
      description={
        staff && describeAccess({ name: value, id: form.values[idField] }, staff, storedName)
      }
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
