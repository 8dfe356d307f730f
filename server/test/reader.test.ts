import { expect } from 'vitest';
import { createTestUser } from './people.ts';
import { type Portal, test } from './portal.ts';

const sessions = { sessions: 'select * from sessions' };

/** Asserts that digests are stable. Returns the names of the snapshot parts whose digests `change` alters. */
async function partsChangedBy(portal: Portal, change: () => Promise<unknown>): Promise<string[]> {
  const before = await portal.digest(sessions);
  expect(await portal.digest(sessions)).toEqual(before);
  await change();
  const after = Object.entries(await portal.digest(sessions));
  return after.filter(([part, text]) => before[part] !== text).map(([part]) => part);
}

test('the digest of a table changes if a row is inserted or deleted or if one column of a row changes', async ({
  portal,
}) => {
  const { db } = portal;
  expect(await partsChangedBy(portal, () => createTestUser(portal))).toEqual(
    expect.arrayContaining(['users', 'sessions']),
  );
  const { userId } = await createTestUser(portal, 'student', 'Ayesha Khan');
  const update = db.updateTable('users').where('id', '=', userId);
  expect(await partsChangedBy(portal, () => update.set({ name: 'Ayesha Khn' }).execute())).toEqual([
    'users',
  ]);
  // After a change and its reversal, the database may store the rows in a different order.
  const changeAndRevert = async () => {
    await update.set({ name: 'Somebody else' }).execute();
    await update.set({ name: 'Ayesha Khn' }).execute();
  };
  expect(await partsChangedBy(portal, changeAndRevert)).toEqual([]);
  const leave = db.deleteFrom('sessions').where('user_id', '=', userId);
  expect(await partsChangedBy(portal, () => leave.execute())).toEqual(['sessions']);
});
