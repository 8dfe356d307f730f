import { afterEach, expect, test, vi } from 'vitest';
import { getSavedGroup } from './use-marks-request.ts';

afterEach(() => vi.unstubAllGlobals());

test('getSavedGroup reads the group from the server if the reply to a save omits it', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ allGroups: [{ _id: 'g-1' }, { _id: 'g-2' }] }),
  );
  expect(await getSavedGroup({ message: 'Saved' }, 'g-2')).toEqual({ _id: 'g-2' });
  await expect(getSavedGroup({}, 'g-3')).rejects.toThrow('Marks saved.');
});
