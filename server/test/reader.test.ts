import { expect } from 'vitest';
import { createTestUser } from './people.ts';
import { type Portal, test } from './portal.ts';

const sessions = { sessions: 'select * from sessions' };

/** The parts that `change` changes, by their digests, after it has been seen that a digest stays without one. */
async function partsChangedBy(portal: Portal, change: () => Promise<unknown>): Promise<string[]> {
  const before = await portal.digest(sessions);
  expect(await portal.digest(sessions)).toEqual(before);
  await change();
  const after = Object.entries(await portal.digest(sessions));
  return after.filter(([part, text]) => before[part] !== text).map(([part]) => part);
}

test('a digest of the tables tells which of them got a row, lost one or has another in one column', async ({
  portal,
}) => {
  const { db } = portal;
  expect(await partsChangedBy(portal, () => createTestUser(portal))).toEqual(
    expect.arrayContaining(['users', 'sessions']),
  );
  const { userId } = await createTestUser(portal, 'student', 'Ayesha Khan');
  const one = db.updateTable('users').where('id', '=', userId);
  expect(await partsChangedBy(portal, () => one.set({ name: 'Ayesha Khn' }).execute())).toEqual([
    'users',
  ]);
  // As if it had never been, so that the same rows in another order are the same.
  const again = async () => {
    await one.set({ name: 'Somebody else' }).execute();
    await one.set({ name: 'Ayesha Khn' }).execute();
  };
  expect(await partsChangedBy(portal, again)).toEqual([]);
  const leave = db.deleteFrom('sessions').where('user_id', '=', userId);
  expect(await partsChangedBy(portal, () => leave.execute())).toEqual(['sessions']);
});

test('the snapshot has every row as it is stored', async ({ portal }) => {
  const { userId, name, email } = await createTestUser(portal);
  const { users } = await portal.snapshot();
  expect(users).toHaveLength(2);
  expect(users).toContainEqual(expect.objectContaining({ id: userId, name, email }));
});
