import { describe, expect } from 'vitest';
import { deleteView, listViews, maxBoardViews, saveView } from '#contract/board.ts';
import { createTestUser } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import type { ApiCaller } from '#tools/test/caller.ts';

const save = (caller: ApiCaller, name: string, search = 'state=late') =>
  caller.call(saveView, { body: { name, search } });
const viewsOf = async (caller: ApiCaller) =>
  (await caller.call(listViews)).views.map(({ name, search }) => `${name}: ${search}`);

describe('a saved view of the board', () => {
  test('is visible only to its owner, is listed by name, and is replaced by a new view with the same name', async ({
    portal,
  }) => {
    const { caller } = await createTestUser(portal, 'faculty');
    await save(caller, 'Missing');
    const { view } = await save(caller, 'Late ones');
    const again = await save(caller, 'Late ones', 'state=late&sort=-name');
    expect(again.view._id).toBe(view._id);
    expect(await viewsOf(caller)).toEqual([
      'Late ones: state=late&sort=-name',
      'Missing: state=late',
    ]);
    expect(await viewsOf(portal.admin)).toEqual([]);
  });

  test('keeps the original spelling of its name if it is saved again under another spelling', async ({
    portal,
  }) => {
    const { caller } = await createTestUser(portal, 'faculty');
    await save(portal.admin, 'STRASSE', 'q=other');
    const { view } = await save(caller, 'Straße');
    for (const name of ['STRASSE', ' straße', 'Straße\u200b', 'Ѕtraße']) {
      const again = await save(caller, name, 'q=robot');
      expect(again).toMatchObject({ view: { _id: view._id, name: 'Straße' } });
      expect(again.message).toBe('“Straße” updated');
    }
    expect(await viewsOf(caller)).toEqual(['Straße: q=robot']);
    expect(await viewsOf(portal.admin)).toEqual(['STRASSE: q=other']);
  });

  test('is stored only once if several spellings of its name are saved concurrently', async ({
    portal,
  }) => {
    const { caller } = await createTestUser(portal, 'faculty');
    await Promise.all(['Łódź', 'łÓDŹ', 'Ło\u0301dz\u0301'].map((name) => save(caller, name)));
    expect(await viewsOf(caller)).toHaveLength(1);
  });

  test('can be deleted only by its owner', async ({ portal }) => {
    const { caller } = await createTestUser(portal, 'faculty');
    const { view } = await save(caller, 'Late ones');
    const input = { params: { viewId: view._id } };
    const refusal = await expectRefusal(portal, portal.admin, deleteView, input);
    expect(refusal).toMatchObject({ status: 404, message: 'This view doesn’t exist.' });
    await caller.call(deleteView, input);
    expect(await viewsOf(caller)).toEqual([]);
  });

  test('is rejected if the user already has the maximum number of views, unless it replaces one of them', async ({
    portal,
  }) => {
    const { caller } = await createTestUser(portal, 'faculty');
    for (let index = 0; index < maxBoardViews; index += 1) await save(caller, `View ${index}`);
    const input = { body: { name: 'One more', search: '' } };
    const refusal = await expectRefusal(portal, caller, saveView, input);
    expect(refusal).toMatchObject({ status: 400, fields: { name: expect.any(String) } });
    await save(caller, 'View 7', 'q=robot');
    expect(await viewsOf(caller)).toContain('View 7: q=robot');
  });

  test.for([
    [{ name: '', search: '' }, 'name'],
    [{ name: '.', search: '' }, 'name'],
    [{ name: ' ..\u200b', search: '' }, 'name'],
    [{ name: 'A', search: 'https://elsewhere.test/ x' }, 'search'],
    [{ name: 'A', search: 'x'.repeat(2001) }, 'search'],
  ] as const)('is rejected if it is %j', async ([body, field], { portal }) => {
    const refusal = await expectRefusal(portal, portal.admin, saveView, { body });
    expect(Object.keys(refusal.fields ?? {})).toEqual([field]);
  });
});
