import { Fieldset, Stack, Switch } from '@mantine/core';
import { ColourField } from './colour-field.tsx';
import type { Field, ObjectField } from './fields.ts';
import { getValueAtPath, useSettingFormContext } from './form-context.ts';
import { IdInput, LeafInput } from './leaf-input.tsx';
import type { RenderFields } from './list-entry.tsx';
import { ListInput } from './list-input.tsx';
import { PictureField } from './picture-field.tsx';
import { createEmptyItem } from './values.ts';

type FieldInputProps = {
  field: Field;
  path: string;
  /** True if the field belongs to an item that has never been saved. */
  isNew?: boolean;
};

export function FieldInput({ field, path, isNew = false }: FieldInputProps) {
  switch (field.kind) {
    case 'list':
      return <ListInput field={field} path={path} isNew={isNew} renderFields={renderFields} />;
    case 'object':
      return <ObjectInput field={field} path={path} isNew={isNew} />;
    case 'id':
      return field.isShown ? <IdInput field={field} path={path} isNew={isNew} /> : null;
    case 'colour':
      return <ColourField field={field} path={path} />;
    case 'logo':
    case 'photo':
      return <PictureField field={field} path={path} />;
    default:
      return <LeafInput field={field} path={path} />;
  }
}

const renderFields: RenderFields = (fields, path, isNew) => (
  <FieldInputs fields={fields} path={path} isNew={isNew} />
);

type FieldInputsProps = { fields: readonly Field[]; path: string; isNew: boolean };

function FieldInputs({ fields, path, isNew }: FieldInputsProps) {
  return (
    <Stack gap="md">
      {fields.map((field) => (
        <FieldInput key={field.name} field={field} path={`${path}.${field.name}`} isNew={isNew} />
      ))}
    </Stack>
  );
}

function ObjectInput({ field, path, isNew }: { field: ObjectField; path: string; isNew: boolean }) {
  const { form, isReadOnly } = useSettingFormContext();
  const isThere = getValueAtPath(form.values, path) !== undefined;
  const inputs = <FieldInputs fields={field.fields} path={path} isNew={isNew} />;
  if (field.name === '') return inputs;
  if (!field.isOptional) return <Fieldset legend={field.label}>{inputs}</Fieldset>;
  return (
    <Stack gap="md">
      <Switch
        label={field.label}
        description={field.description}
        checked={isThere}
        disabled={isReadOnly}
        onChange={({ currentTarget }) =>
          form.setFieldValue(
            path,
            currentTarget.checked ? createEmptyItem(field.fields) : undefined,
          )
        }
      />
      {isThere && <div className="nested">{inputs}</div>}
    </Stack>
  );
}
