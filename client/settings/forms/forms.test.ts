import { expect, test } from 'vitest';
import {
  type Field,
  isItemList,
  type OptionLists,
  type RootField,
} from '#client/settings/kit/fields.ts';
import { settingNames } from '#contract/settings/settings.ts';
import { formOptionLists, settingForms } from './forms.ts';

const sources = {
  programs: 'choices',
  categories: 'choices',
  supervisors: 'choices',
  deadlines: 'deadlines',
} as const satisfies Record<keyof OptionLists, string>;

function fieldsIn(field: Field | RootField): Field[] {
  const inner =
    field.kind === 'object'
      ? field.fields
      : field.kind === 'list' && isItemList(field)
        ? field.items
        : [];
  return [field, ...inner.flatMap(fieldsIn)];
}

function usedBy(root: RootField): string[] {
  const used = new Set<string>();
  const lists = new Proxy({} as OptionLists, {
    get: (_, name: keyof OptionLists) => {
      used.add(sources[name]);
      return [];
    },
  });
  for (const field of fieldsIn(root)) {
    if ('options' in field && typeof field.options === 'function')
      field.options(lists, { rule: { mandatory: [] } });
  }
  return [...used].sort();
}

test('formOptionLists declares exactly the lists from which each settings form takes options', () => {
  const used = Object.fromEntries(settingNames.map((name) => [name, usedBy(settingForms[name])]));
  const read = Object.fromEntries(settingNames.map((name) => [name, formOptionLists[name] ?? []]));
  expect(used).toEqual(read);
  expect(used).toMatchObject({ categories: ['choices'], scheme: ['deadlines'], groups: [] });
});
