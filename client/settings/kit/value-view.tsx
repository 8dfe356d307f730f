import { Stack, Text } from '@mantine/core';
import { formatDateTimeText } from '#client/ui/form/date-time-text.ts';
import { type Field, isItemList, type ListItem, resolveFieldOptions } from './fields.ts';
import { useSettingFormContext } from './form-context.ts';
import { Picture } from './picture.tsx';
import { getItemTitle } from './values.ts';

export function ValueView({ field, value }: { field: Field; value: unknown }) {
  if (value === undefined || value === null || value === '') return <Nothing />;
  switch (field.kind) {
    case 'list':
      return Array.isArray(value) && value.length > 0 ? (
        <Stack component="ol" gap="sm" m={0} ps="lg">
          {value.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed.
            <li key={index}>
              {isItemList(field) ? (
                <>
                  <Text fw={600}>{getItemTitle(field, entry, index)}</Text>
                  <ItemView fields={field.items} item={entry as ListItem} />
                </>
              ) : (
                <span className="typed">{String(entry)}</span>
              )}
            </li>
          ))}
        </Stack>
      ) : (
        <Nothing />
      );
    case 'object':
      return <ItemView fields={field.fields} item={value as ListItem} />;
    case 'logo':
    case 'photo':
      return <Picture src={String(value)} alt={field.label} />;
    case 'many':
      return Array.isArray(value) && value.length > 0 ? (
        <OptionLabels options={field.options} values={value.map(String)} />
      ) : (
        <Nothing />
      );
    case 'switch':
      return value ? 'Yes' : 'No';
    case 'date-time':
      return formatDateTimeText(String(value));
    default:
      return <span className="typed">{String(value)}</span>;
  }
}

type OptionLabelsProps = { options: Parameters<typeof resolveFieldOptions>[0]; values: string[] };

/** Shows the labels of selected options. A value that is no longer offered has none. */
function OptionLabels({ options, values }: OptionLabelsProps) {
  const { form, lists } = useSettingFormContext();
  const offered = resolveFieldOptions(options, lists, form.values.value);
  const labels = values.map(
    (value) => offered.find((option) => option.value === value)?.label ?? value,
  );
  return labels.join(', ');
}

const Nothing = () => (
  <Text span c="dimmed">
    Empty
  </Text>
);

function ItemView({ fields, item }: { fields: readonly Field[]; item: ListItem }) {
  return (
    <Stack component="dl" gap="0.35rem" m={0}>
      {fields
        .filter(({ kind, name }) => kind !== 'id' && item[name] !== undefined)
        .map((field) => (
          <div key={field.name}>
            <Text component="dt" size="sm" c="dimmed">
              {field.label}
            </Text>
            <dd className="breakable">
              <ValueView field={field} value={item[field.name]} />
            </dd>
          </div>
        ))}
    </Stack>
  );
}
