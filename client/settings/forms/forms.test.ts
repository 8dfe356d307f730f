import { expect, test } from 'vitest';
import { type Field, isItemList, type Lists, type Root } from '#client/settings/kit/fields.ts';
import { settingNames } from '#contract/settings.ts';
import { formLists, forms } from './forms.ts';

const sources = {
  programs: 'choices',
  categories: 'choices',
  supervisors: 'choices',
  deadlines: 'deadlines',
} as const satisfies Record<keyof Lists, string>;

function fieldsIn(field: Field | Root): Field[] {
  const inner =
    field.kind === 'object'
      ? field.fields
      : field.kind === 'list' && isItemList(field)
        ? field.items
        : [];
  return [field, ...inner.flatMap(fieldsIn)];
}

/** Returns the settings that provide the options of a form. */
function usedBy(root: Root): string[] {
  const used = new Set<string>();
  const lists = new Proxy({} as Lists, {
    get: (_, name: keyof Lists) => {
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

test('the lists declared for each settings form are exactly those that provide its options', () => {
  const used = Object.fromEntries(settingNames.map((name) => [name, usedBy(forms[name])]));
  const read = Object.fromEntries(settingNames.map((name) => [name, formLists[name] ?? []]));
  expect(used).toEqual(read);
  expect(used).toMatchObject({ categories: ['choices'], scheme: ['deadlines'], groups: [] });
});
