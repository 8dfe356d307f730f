import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { importGroups } from '#contract/admin/imports.ts';
import { deleteGroup } from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';
import { type Portal, test } from '#server/test/portal.ts';
import {
  importTwoGroups,
  listStoredGroups,
  replaceProject,
} from '#server/test/records/changed-imports.ts';
import {
  buildCheckedGroupImport,
  buildGroupRows,
  checkAndImportGroups,
} from '#server/test/records/imports.ts';
import { expectRefusal } from '#server/test/refusal.ts';

describe('an import that changes stored groups after a dry run', () => {
  const edit = (portal: Portal, groupId: string, body: object) =>
    portal.admin.call(updateGroup, { params: { groupId }, body });

  test.for<[string, (portal: Portal, id: string) => Promise<unknown>]>([
    ['edited', (portal, id) => edit(portal, id, { fypTitle: 'Edited meanwhile' })],
    [
      'moved to the bin',
      (portal, id) => portal.admin.call(deleteGroup, { params: { groupId: id } }),
    ],
  ])('is rejected and writes nothing if a group has since been %s', async ([, act], { portal }) => {
    const { rows, id } = await importTwoGroups(portal);
    const file = [
      ...replaceProject(rows, { title: 'Imported' }),
      ...buildGroupRows({ row: 9, group: 'N' }),
    ];
    const input = await buildCheckedGroupImport(portal, file, [id]);
    await act(portal, id);
    const refusal = await expectRefusal(portal, portal.admin, importGroups, input);
    expect(refusal).toMatchObject({ status: 400, code: 'invalid' });
    expect(refusal.fields).toEqual({
      'rows.0.group': expect.stringContaining('has changed since the check'),
    });
  });

  test('is rejected if one of the new groups has since been created with different values', async ({
    portal,
  }) => {
    const file = buildGroupRows({});
    const input = await buildCheckedGroupImport(portal, file);
    await checkAndImportGroups(portal, replaceProject(file, { title: 'Made meanwhile' }));
    expect((await expectRefusal(portal, portal.admin, importGroups, input)).fields).toEqual({
      'rows.0.group': expect.stringContaining('has changed since the check'),
    });
  });

  test('is accepted if the group has since been edited to match the file', async ({ portal }) => {
    const { rows, id } = await importTwoGroups(portal);
    const input = await buildCheckedGroupImport(portal, replaceProject(rows, { title: 'Same' }), [
      id,
    ]);
    await edit(portal, id, { fypTitle: 'Same' });
    expect((await portal.admin.call(importGroups, input)).counts).toMatchObject({ unchanged: 2 });
  });

  test('is applied only once if the request is sent twice concurrently', async ({ portal }) => {
    const { rows, id } = await importTwoGroups(portal);
    const input = await buildCheckedGroupImport(
      portal,
      replaceProject(rows, { title: 'Imported' }),
      [id],
    );
    const both = await Promise.all([0, 1].map(() => portal.admin.call(importGroups, input)));
    expect(both.map(({ counts }) => counts.changed).toSorted()).toEqual([0, 1]);
    const { changes } = await portal.admin.call(listChanges, { params: { groupId: id } });
    expect(changes.filter(({ field }) => field === 'title')).toHaveLength(1);
  });

  test('does not overwrite an edit that another admin makes concurrently', async ({ portal }) => {
    const { rows, group, id } = await importTwoGroups(portal);
    const input = await buildCheckedGroupImport(
      portal,
      replaceProject(rows, { title: 'Imported' }),
      [id],
    );
    const [imported, edited] = await Promise.all([
      portal.admin.request(importGroups, input),
      portal.admin.request(updateGroup, {
        params: { groupId: id },
        body: { version: group.version, fypTitle: 'Edited' },
      }),
    ]);
    const statuses = [imported.status, edited.status];
    expect([
      [200, 409],
      [400, 200],
    ]).toContainEqual(statuses);
    const after = (await listStoredGroups(portal)).filter(({ _id }) => _id === id);
    expect(after).toMatchObject([
      { version: group.version + 1, fypTitle: imported.status === 200 ? 'Imported' : 'Edited' },
    ]);
  });
});
