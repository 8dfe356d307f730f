import { afterEach, expect, test, vi } from 'vitest';
import { getCreatedGroup } from './own-group-query.ts';

afterEach(() => vi.unstubAllGlobals());

const stored = { group: { _id: 'g-1', fypGroupName: 'BSCS-2027-014', fypTitle: 'Crops' } };
const named = { groupId: 'g-1', name: 'BSCS-2027-014', title: 'Crops' };

test.each([
  ['takes the name from the reply', { groupId: 'g-1', fypGroupName: named.name }, 404, named],
  ['reads a name that the reply omits', {}, 200, named],
  [
    'shows the title if the name is unknown',
    {},
    404,
    { groupId: '', name: 'Crops', title: 'Crops' },
  ],
])('getCreatedGroup %s', async (_case, reply, status, expected) => {
  vi.stubGlobal('fetch', async () => Response.json(stored, { status }));
  expect(await getCreatedGroup(reply, 'Crops', 'a@x.edu', undefined)).toEqual(expected);
});
