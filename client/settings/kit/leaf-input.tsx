import { Checkbox, Group, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { DateTimeField } from '#client/ui/form/date-time-field.tsx';
import { NumberTextInput } from '#client/ui/form/number-text-input.tsx';
import { parseNumber } from '#client/ui/form/parse-number.ts';
import { type IdField, type LeafField, resolveFieldOptions } from './fields.ts';
import { getValueAtPath, useErrorAtPath, useSettingFormContext } from './form-context.ts';

type LeafInputProps<F> = { field: F; path: string };

export function LeafInput({ field, path }: LeafInputProps<LeafField>) {
  const { form, isReadOnly } = useSettingFormContext();
  const { label, description } = field;
  const shared = { label, description, readOnly: isReadOnly };
  const required = !('isOptional' in field && field.isOptional);
  switch (field.kind) {
    case 'number':
      return <NumberInput field={field} path={path} />;
    case 'date-time':
      return <DateTimeInput field={field} path={path} />;
    case 'choice':
      return <ChoiceInput field={field} path={path} />;
    case 'many':
      return <ManyInput field={field} path={path} />;
    case 'switch':
      return (
        <Switch
          label={label}
          description={description}
          disabled={isReadOnly}
          {...form.getInputProps(path, { type: 'checkbox' })}
        />
      );
    case 'text': {
      const { rows, placeholder } = field;
      const value = getTextAt(form.values, path);
      const props = { ...form.getInputProps(path), value, required, placeholder };
      return rows ? (
        <Textarea {...shared} rows={rows} resize="vertical" {...props} />
      ) : (
        <TextInput {...shared} {...props} />
      );
    }
    default:
      return null;
  }
}

const getTextAt = (values: unknown, path: string) => String(getValueAtPath(values, path) ?? '');

/** Stores "7.5" as a number. Stores text in other forms, such as "7," or "7.50", unchanged and parses it on save. */
function NumberInput({ field, path }: LeafInputProps<LeafField & { kind: 'number' }>) {
  const { form, isReadOnly } = useSettingFormContext();
  return (
    <NumberTextInput
      label={field.label}
      description={field.description}
      required={!field.isOptional}
      readOnly={isReadOnly}
      maw="16rem"
      error={useErrorAtPath(path)}
      value={getTextAt(form.values, path)}
      onChange={({ currentTarget: { value } }) => {
        const number = parseNumber(value);
        form.setFieldValue(path, String(number) === value ? number : value);
      }}
    />
  );
}

function DateTimeInput({ field, path }: LeafInputProps<LeafField>) {
  const { form, isReadOnly } = useSettingFormContext();
  return (
    <DateTimeField
      label={field.label}
      description={field.description}
      required
      readOnly={isReadOnly}
      error={useErrorAtPath(path)}
      value={getTextAt(form.values, path)}
      onChange={(value) => form.setFieldValue(path, value.replace(/^([\d-]+)T/, '$1 '))}
    />
  );
}

/** Select that shows the stored value even if it is no longer an option. */
function ChoiceInput({ field, path }: LeafInputProps<LeafField & { kind: 'choice' }>) {
  const { form, lists, isReadOnly } = useSettingFormContext();
  const options = resolveFieldOptions(field.options, lists, form.values.value);
  const value = getTextAt(form.values, path);
  const none = field.none === undefined ? [] : [{ value: '', label: field.none }];
  const isLeft = value !== '' && !options.some((option) => option.value === value);
  const left = isLeft ? [{ value, label: `${value} (no longer in the list)` }] : [];
  return (
    <Select
      label={field.label}
      description={field.description}
      data={[...none, ...options, ...left]}
      value={value === '' && none.length === 0 ? null : value}
      onChange={(chosen) => form.setFieldValue(path, chosen ?? '')}
      error={useErrorAtPath(path)}
      required={!field.isOptional}
      readOnly={isReadOnly}
      maw="24rem"
    />
  );
}

/** Checkboxes for all options. Also shows stored values that are no longer options, so that users can remove them. */
function ManyInput({ field, path }: LeafInputProps<LeafField & { kind: 'many' }>) {
  const { form, lists, isReadOnly } = useSettingFormContext();
  const storedValue = getValueAtPath(form.values, path);
  const value = Array.isArray(storedValue) ? storedValue.map(String) : [];
  const offered = resolveFieldOptions(field.options, lists, form.values.value);
  const left = value.filter(
    (removedValue) => !offered.some((option) => option.value === removedValue),
  );
  const options = [
    ...offered,
    ...left.map((removedValue) => ({
      value: removedValue,
      label: `${removedValue} (no longer in the list)`,
    })),
  ];
  return (
    <Checkbox.Group
      label={field.label}
      description={field.description}
      value={value}
      onChange={(chosen) => form.setFieldValue(path, chosen)}
      error={useErrorAtPath(path)}
      required={!field.isOptional && !field.allowsNone}
      readOnly={isReadOnly}
    >
      <Group gap="0.5rem 1.25rem" mt="0.35rem">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            value={option.value}
            label={option.label}
            disabled={isReadOnly}
          />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

export function IdInput({ field, path, isNew }: LeafInputProps<IdField> & { isNew: boolean }) {
  const { form, isReadOnly } = useSettingFormContext();
  const isFixed = isReadOnly || !isNew;
  return (
    <TextInput
      label={field.label}
      description={
        isNew ? field.description : 'You can’t change it, because marks are stored under it.'
      }
      maw="24rem"
      {...form.getInputProps(path)}
      value={getTextAt(form.values, path)}
      readOnly={isFixed}
      variant={isFixed ? 'filled' : undefined}
    />
  );
}
