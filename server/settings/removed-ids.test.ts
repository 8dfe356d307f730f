import { describe, expect } from 'vitest';
import { addCohort } from '#contract/settings/cohorts.ts';
import { convertScheme, getSetting, saveSetting } from '#contract/settings/settings.ts';
import { listSubmissions } from '#contract/submissions.ts';
import { addSettingVersion } from '#server/content/write-settings.ts';
import {
  buildEntriesRequest,
  getEntryId,
  readSettingEntries,
  removeEntry,
  saveSettingEntries,
  settingEntryLists,
} from '#server/test/content/listed-entries.ts';
import { buildCohortQueryParams, readSetting } from '#server/test/content/settings.ts';
import { createTestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';

type List = (typeof settingEntryLists)['deadlines'];
const { deadlines, milestones } = settingEntryLists;
/** One list of a cohort and one in another list. The random sequences of issued-ids.test.ts edit every list. */
const kinds = Object.entries({ deadlines, milestones });

const entryOf = (list: List, id: string, title: string) => ({
  ...list.create(title),
  [list.name === 'scheme' ? 'key' : 'id']: id,
});

async function useAndRemove(portal: Portal, list: List, id = 'poster') {
  for (const title of ['Old poster', 'Poster']) {
    await saveSettingEntries(portal, list, (all) => {
      removeEntry(id)(all);
      all.push(entryOf(list, id, title));
    });
  }
  await saveSettingEntries(portal, list, removeEntry(id));
}

const message = (title: string) =>
  `“poster” belongs to “Poster”, which was removed. Choose another for “${title}”, or add “Poster” again under its own title.`;

describe('the id of a list entry', () => {
  test.for(kinds)(
    'cannot be reused for an entry with a different title after the original entry is removed: %s',
    async ([, list], { portal }) => {
      await useAndRemove(portal, list);
      const [endpoint, input] = await buildEntriesRequest(portal, list, (all) =>
        all.push(entryOf(list, 'poster', 'Exhibition')),
      );
      const refusal = await expectRefusal(portal, portal.admin, endpoint, input);
      expect([refusal.status, refusal.code]).toEqual([400, 'invalid']);
      expect(Object.entries(refusal.fields ?? {})).toEqual([
        [expect.stringMatching(/(^|\.)\d+\.(id|key)$/), message('Exhibition')],
      ]);
    },
  );

  test.for(
    kinds.flatMap(([kind, list]) =>
      ['Poster', 'poster ', 'Old poster'].map((title) => ({ kind, list, title })),
    ),
  )(
    'restores the removed entry under any of its former titles: $kind, “$title”',
    async ({ list, title }, { portal }) => {
      await useAndRemove(portal, list);
      const entries = await saveSettingEntries(portal, list, (all) =>
        all.push(entryOf(list, 'poster', title)),
      );
      expect(entries.map(getEntryId)).toContain('poster');
    },
  );

  test.for(['optional', 'internship'])(
    'cannot be the reserved word “%s” if the entry is a mandatory certificate, unless a stored certificate already has this id',
    async (id, { portal }) => {
      const list = settingEntryLists['mandatory certificates'];
      const [endpoint, input] = await buildEntriesRequest(portal, list, (all) =>
        all.push(entryOf(list, id, 'Other')),
      );
      const refusal = await expectRefusal(portal, portal.admin, endpoint, input);
      expect(Object.values(refusal.fields ?? {})).toEqual([
        `“${id}” is reserved for other certificates. Choose another.`,
      ]);
      const { value } = await readSetting(portal, 'courses');
      value.rule.mandatory.push(entryOf(list, id, 'Other') as never);
      value.rule.minimum = 20;
      const update = portal.db.updateTable('settings').set({ value: JSON.stringify(value) });
      await update.where('name', '=', 'courses').execute();
      await portal.content.refresh();
      await saveSettingEntries(portal, list, (all) =>
        Object.assign(all.at(-1) ?? {}, { title: 'Renamed' }),
      );
    },
  );

  test('can be reused in another list or another cohort after the entry is removed', async ({
    portal,
  }) => {
    await useAndRemove(portal, deadlines);
    await saveSettingEntries(portal, milestones, (all) =>
      all.push(entryOf(milestones, 'poster', 'Exhibition')),
    );
    const { cohort } = await portal.admin.call(addCohort, {
      body: {
        name: 'Another cohort',
        code: '2030',
        from: portal.content.current._id,
        deadlines: [{ id: 'poster', title: 'Exhibition', due: '2030-03-20 12:00' }],
      },
    });
    expect(cohort.deadlines.map(({ _id }) => _id)).toEqual(['poster']);
  });

  test('cannot be reused in a marking scheme conversion, or in its dry run, after the entry is removed', async ({
    portal,
  }) => {
    await useAndRemove(portal, milestones);
    const { version, value } = await readSetting(portal, 'scheme');
    value.parts[0]?.milestones.push(entryOf(milestones, 'poster', 'Exhibition') as never);
    for (const dryRun of [true, false]) {
      const refusal = await expectRefusal(portal, portal.admin, convertScheme, {
        query: buildCohortQueryParams(portal),
        body: { version, value, conversion: {}, dryRun },
      });
      expect(refusal.message).toBe(message('Exhibition'));
    }
  });

  test('can be restored by only one of two concurrent requests', async ({ portal }) => {
    await useAndRemove(portal, deadlines);
    const edits = await Promise.all(
      ['Poster', 'Old poster'].map((title) =>
        buildEntriesRequest(portal, deadlines, (all) =>
          all.push(entryOf(deadlines, 'poster', title)),
        ),
      ),
    );
    const results = await Promise.allSettled(
      edits.map(([, input]) => portal.admin.call(saveSetting, input as never)),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const ids = (await readSettingEntries(portal, deadlines)).map(getEntryId);
    expect(ids.filter((id) => id === 'poster')).toHaveLength(1);
  });
});

describe('ids that earlier versions of the portal derived from titles', () => {
  test('still refer to the same records, and can be restored with an earlier version of the setting', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const scope = portal.content.current._id;
    const { value } = await readSetting(portal, 'deadlines');
    const due = '2027-03-20 12:00';
    const draft = { title: 'رپورٹ کا مسودہ', due, documents: ['report'], id: 'deadline' };
    const stored = [[...value, draft], value, [...value, { ...draft, title: 'پوسٹر' }]];
    for (const [index, each] of stored.entries()) {
      const row = { scope, name: 'deadlines' as const, version: index + 2 };
      await addSettingVersion({ trx: portal.db, now: portal.clock() }, row, each, undefined);
    }
    await portal.db
      .insertInto('group_deadlines')
      .values({
        group_id: team.groupId,
        deadline_id: 'deadline',
        due: null,
        is_excused: 1,
        reason: '',
        changed_by: team.supervisor.userId,
        changed_at: portal.clock().toISOString(),
      })
      .execute();
    await portal.content.refresh();
    const statesOf = async () => {
      const params = { groupId: team.groupId };
      const { submissions } = await portal.admin.call(listSubmissions, { params });
      return submissions.slice(value.length).map(({ title, state }) => [title, state]);
    };
    expect(await statesOf()).toEqual([['پوسٹر', 'excused']]);
    await saveSettingEntries(portal, deadlines, (all) => all.push(deadlines.create('پوسٹر')));
    expect(await statesOf()).toEqual([
      ['پوسٹر', 'excused'],
      ['پوسٹر', 'not-due'],
    ]);
    await saveSettingEntries(portal, deadlines, (all) => all.splice(value.length));
    const params = { name: 'deadlines' as const };
    const { value: earlier } = await portal.admin.call(getSetting, {
      params,
      query: { ...buildCohortQueryParams(portal), version: 2 },
    });
    const body = { version: 6, value: earlier, restored: 2 };
    await portal.admin.call(saveSetting, { params, query: buildCohortQueryParams(portal), body });
    expect(await statesOf()).toEqual([['رپورٹ کا مسودہ', 'excused']]);
  });
});
