import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { openDatabase } from '#server/backup/places.ts';
import { migrate } from '#server/db/migrate.ts';
import { createEmptyDataLocation } from '#server/test/places.ts';
import { test } from '#server/test/portal.ts';
import { addGroups } from '#server/test/records/groups.ts';

const at = '2027-01-01T00:00:00.000Z';

test('migration 0013 keeps existing marks and allows marks above 40', async ({ portal }) => {
  const kind = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite';
  const db = openDatabase(await createEmptyDataLocation(portal, kind));
  await migrate(db, '0012-plain-names');
  const [user_id, group_id, member_id] = [randomUUID(), randomUUID(), randomUUID()];
  await db
    .insertInto('users')
    .values({
      id: user_id,
      name: 'Dr. A',
      name_key: 'dr. a',
      email: 'a@university.test',
      password_hash: '',
      role: 'faculty',
      created_at: at,
    })
    .execute();
  await addGroups(db, 1, () => ({ id: group_id, name: 'BSCS-2027-001' }));
  await db
    .insertInto('members')
    .values({
      id: member_id,
      group_id,
      position: 1,
      name: 'N',
      father_name: 'F',
      roll: 'F22-1',
      roll_key: 'f221',
      email: 'm@university.test',
      phone: '3001234567',
    })
    .execute();
  const mark = { member_id, changed_by: user_id, changed_at: at };
  const marks = [
    { ...mark, milestone: 'month1', marks: null, feedback: 'Late.', revision: 3 },
    { ...mark, milestone: 'thesis', marks: 9.25, feedback: null, revision: 2 },
  ].map((row) => ({ ...row, notified_revision: row.revision - 1 }));
  await db.insertInto('marks').values(marks).execute();
  const readMarks = () => db.selectFrom('marks').selectAll().orderBy('milestone').execute();
  const before = await readMarks();

  await migrate(db);
  expect(await readMarks()).toMatchObject(before);
  const above = { ...mark, milestone: 'project', feedback: null, revision: 1 };
  await db
    .insertInto('marks')
    .values({ ...above, marks: 1000, notified_revision: 0 })
    .execute();
  for (const wrong of [1000.5, -0.5]) {
    const row = { ...above, milestone: 'other', marks: wrong, notified_revision: 0 };
    await expect(db.insertInto('marks').values(row).execute()).rejects.toThrow(/check/i);
  }
  const twice = { ...above, marks: 1, notified_revision: 0 };
  await expect(db.insertInto('marks').values(twice).execute()).rejects.toThrow(/unique|duplicate/i);
  await db.destroy();
});
