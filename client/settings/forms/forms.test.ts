import { expect, test } from 'vitest';
import {
  type Field,
  isItemList,
  type OptionLists,
  type RootField,
} from '#client/settings/kit/fields.ts';
import { defaultKindSettings, listCohortKinds } from '#contract/settings/kinds.ts';
import { defaultModules } from '#contract/settings/modules.ts';
import { settingNames } from '#contract/settings/settings.ts';
import { formOptionLists, settingForms } from './forms.ts';
import { toKindOptions } from './kinds.ts';

const sources = {
  programs: 'choices',
  categories: 'choices',
  supervisors: 'choices',
  kinds: 'kinds',
  deadlines: 'deadlines',
  milestones: 'scheme',
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
      field.options(lists, { rule: { mandatory: [] }, plos: [] });
  }
  return [...used].sort();
}

test('formOptionLists declares exactly the lists from which each settings form takes options', () => {
  const used = Object.fromEntries(settingNames.map((name) => [name, usedBy(settingForms[name])]));
  const read = Object.fromEntries(settingNames.map((name) => [name, formOptionLists[name] ?? []]));
  expect(used).toEqual(read);
  expect(used).toMatchObject({ categories: ['choices'], scheme: ['deadlines'], groups: [] });
});

test.each(settingNames)('each field of the form %s says what it is for', (name) => {
  const shown = fieldsIn(settingForms[name]).filter(
    (field) => field.kind !== 'object' && (field.kind !== 'id' || field.isShown),
  );
  expect(shown.length).toBeGreaterThan(0);
  for (const { label, description = '' } of shown) {
    expect(description, label).toMatch(/^.{8,}[.:]|#$/);
    expect(description).not.toBe(label);
  }
});

test('the kinds of a switched-off module are marked in the options of a deadline', () => {
  const kinds = listCohortKinds(defaultKindSettings);
  const labelsWith = (certificates: boolean) =>
    toKindOptions(kinds, { ...defaultModules, certificates }).map(({ label }) => label);
  expect(labelsWith(true).filter((label) => label.endsWith('(switched off)'))).toEqual([]);
  expect(labelsWith(false).filter((label) => label.endsWith('(switched off)'))).toHaveLength(1);
});
