import { afterEach, expect, test, vi } from 'vitest';
import { deleteGroup, listAssignedGroups } from '#contract/groups.ts';
import { call } from './call.ts';

afterEach(() => vi.unstubAllGlobals());

test('call returns an empty object for a successful write without a JSON body', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
  expect(await call(deleteGroup, { params: { groupId: 'g-1' } })).toEqual({});
  expect(await call(listAssignedGroups)).toBeUndefined();
});
