import { Stack, Text } from '@mantine/core';
import { type Field, isItemList, type ListItem } from './fields.ts';
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
      return Array.isArray(value) && value.length > 0 ? value.join(', ') : <Nothing />;
    case 'switch':
      return 'Yes';
    default:
      return <span className="typed">{String(value)}</span>;
  }
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
