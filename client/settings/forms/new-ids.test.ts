import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Field,
  isItemList,
  type ListField,
  type RootField,
} from '#client/settings/kit/fields.ts';
import { createEmptyListEntry, toRequestValue } from '#client/settings/kit/values.ts';
import { settingNames } from '#contract/settings/settings.ts';
import { settingForms } from './forms.ts';

type Entry = Record<string, unknown>;

function listsIn(field: Field | RootField): { list: ListField; id: string }[] {
  if (field.kind === 'object') return field.fields.flatMap(listsIn);
  if (field.kind !== 'list' || !isItemList(field)) return [];
  const id = field.items.find(({ kind }) => kind === 'id')?.name;
  return [...(id ? [{ list: field, id }] : []), ...field.items.flatMap(listsIn)];
}

const lists = settingNames.flatMap((setting) =>
  listsIn(settingForms[setting]).map(({ list, id }) => ({ setting, list, id, label: list.label })),
);

describe('a settings form', () => {
  const place = fc.nat({ max: 9 });
  const title = fc.constantFrom('Report', 'رپورٹ کا مسودہ', 'پوسٹر', '');
  const edits = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('add' as const), title }),
      fc.record({ kind: fc.constant('rename' as const), place, title }),
      fc.record({ kind: fc.constant('remove' as const), place }),
    ),
    { minLength: 2, maxLength: 20 },
  );

  it.each(lists)('assigns unique ids to added entries: $setting, $label', ({ list, id }) => {
    const issued = new Set<unknown>();
    fc.assert(
      fc.property(edits, (changes) => {
        let entries: Entry[] = [];
        for (const change of changes) {
          const at = change.kind === 'add' ? entries.length : change.place % (entries.length || 1);
          const before = entries.map((entry) => entry[id]);
          const edited = entries.map((entry) => ({ ...entry }));
          if (change.kind === 'remove') edited.splice(at, 1);
          else
            edited[at] = {
              ...(edited[at] ?? (createEmptyListEntry(list) as Entry)),
              title: change.title,
            };
          entries = toRequestValue(list, edited) as Entry[];
          const remaining = change.kind === 'remove' ? before.toSpliced(at, 1) : before;
          const ids = entries.map((entry) => entry[id]);
          expect(ids.slice(0, remaining.length)).toEqual(remaining);
          for (const issuedNow of ids.slice(remaining.length)) {
            expect(issued).not.toContain(issuedNow);
            issued.add(issuedNow);
          }
        }
      }),
      { numRuns: 50 },
    );
  });
});
