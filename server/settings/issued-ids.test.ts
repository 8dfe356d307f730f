import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { settingForms } from '#client/settings/forms/forms.ts';
import { getSetting, saveSetting, settingNames } from '#contract/settings/settings.ts';
import {
  getEntryId,
  readSettingEntries,
  type SettingEntryList,
  saveSettingEntries,
  settingEntryLists,
} from '#server/test/content/listed-entries.ts';
import { buildCohortQueryParams, readSetting } from '#server/test/content/settings.ts';
import { type Portal, test } from '#server/test/portal.ts';

const title = fc.constantFrom('Report', 'report', 'رپورٹ', 'پوسٹر', '…');
const place = fc.nat({ max: 20 });
const edit = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), title }),
  fc.record({ kind: fc.constant('rename' as const), place, title }),
  fc.record({ kind: fc.constant('remove' as const), place }),
  fc.record({ kind: fc.constant('restore' as const), place }),
);
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

const most = 6;

async function restore(portal: Portal, list: SettingEntryList, back: number) {
  const [params, query] = [{ name: list.name }, buildCohortQueryParams(portal)];
  const { version } = await readSetting(portal, list.name);
  const restored = Math.max(1, version - back);
  const earlier = await portal.admin.call(getSetting, {
    params,
    query: { ...query, version: restored },
  });
  const body = { version, value: earlier.value, restored };
  await portal.admin.call(saveSetting, { params, query, body });
  return list.find(earlier.value as never).map(getEntryId);
}

/** Returns false if the save was refused because two kinds of files would have the same title. */
async function isSaved(save: Promise<unknown>): Promise<boolean> {
  try {
    await save;
    return true;
  } catch (error) {
    if (String(error).includes('is already the title of another kind')) return false;
    throw error;
  }
}

/** Applies an edit to a list and returns the expected ids of its entries. Undefined stands for a new id. */
async function apply(portal: Portal, list: SettingEntryList, first: number, edit: Edit) {
  const before = await readSettingEntries(portal, list);
  const ids: (string | undefined)[] = before.map(getEntryId);
  if (edit.kind === 'restore') return restore(portal, list, edit.place);
  const addedCount = before.length - first;
  if (edit.kind === 'add') {
    if (addedCount >= most) return ids;
    const add = saveSettingEntries(portal, list, (all) => all.push(list.create(edit.title)));
    return (await isSaved(add)) ? [...ids, undefined] : ids;
  }
  // Other settings refer to the default entries, so remove or rename only added entries.
  if (addedCount === 0) return ids;
  const at = first + (edit.place % addedCount);
  if (edit.kind === 'remove') {
    await saveSettingEntries(portal, list, (all) => all.splice(at, 1));
    return ids.toSpliced(at, 1);
  }
  const rename = saveSettingEntries(portal, list, (all) => {
    const entry = all[at] ?? {};
    entry[entry.title === undefined ? 'question' : 'title'] = edit.title;
  });
  await isSaved(rename);
  return ids;
}

describe('any sequence of adding, renaming, removing and restoring list entries', () => {
  test.for(Object.entries(settingEntryLists))(
    'never reuses an id and never changes the id of another entry: %s',
    async ([, list], { portal }) => {
      const initial = (await readSettingEntries(portal, list)).map(getEntryId);
      const issued = new Set(initial);
      await fc.assert(
        fc.asyncProperty(fc.array(edit, { minLength: 4, maxLength: 12 }), async (edits) => {
          for (const edit of edits) {
            const expected = await apply(portal, list, initial.length, edit);
            const ids = (await readSettingEntries(portal, list)).map(getEntryId);
            expect(ids.map((id, index) => expected[index] && id)).toEqual(expected);
            for (const id of ids.filter((_, index) => expected[index] === undefined)) {
              expect(issued).not.toContain(id);
              issued.add(id);
            }
          }
        }),
        { numRuns: 5, endOnFailure: true },
      );
    },
  );

  test('is applied by the test above to deadlines and every other settings list whose entries have ids', () => {
    const inForms = settingNames.flatMap((name) =>
      JSON.stringify(settingForms[name])
        .split('"kind":"id"')
        .slice(1)
        .map(() => name),
    );
    const tested = Object.values(settingEntryLists).map(({ name }) => name);
    expect(tested.toSorted()).toEqual([...inForms, 'deadlines'].toSorted());
  });
});
