import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { toRollKey } from '#contract/rules/roll.ts';
import { openDatabase } from '#server/backup/places.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import { createEmptyDataLocation } from '#server/test/places.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { addGroups } from '#server/test/records/groups.ts';

type Member = { roll: string; key: string; phone?: string; inBin?: boolean };

/** Creates a database with the schema before migration 0006. Each group is a minute newer than the previous one. */
async function openPreviousDatabase(portal: Portal, members: readonly Member[]): Promise<Db> {
  const kind = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite';
  const db = openDatabase(await createEmptyDataLocation(portal, kind));
  await migrate(db, '0005-one-time-passwords');
  for (const [index, { roll, key, phone = '3001234567', inBin }] of members.entries()) {
    const at = new Date(Date.parse('2027-01-01T00:00:00.000Z') + index * 60_000).toISOString();
    const deleted_at = inBin ? at : null;
    const group_id = randomUUID();
    const dates = { created_at: at, changed_at: at, deleted_at };
    await addGroups(db, 1, () => ({ id: group_id, name: `BSCS-2027-${index}`, ...dates }));
    await db
      .insertInto('members')
      .values({
        id: randomUUID(),
        group_id,
        position: 1,
        name: 'N',
        father_name: 'F',
        deleted_at,
        roll,
        roll_key: key,
        email: `m${index}@university.test`,
        phone,
      })
      .execute();
  }
  return db;
}

async function migrateMembers(portal: Portal, members: readonly Member[]) {
  const db = await openPreviousDatabase(portal, members);
  try {
    await migrate(db);
    return await db
      .selectFrom('members')
      .select(['roll', 'roll_key', 'phone', 'deleted_at'])
      .orderBy('email')
      .execute();
  } finally {
    await db.destroy();
  }
}

test('migration 0006 replaces each roll key with the value that toRollKey returns', async ({
  portal,
}) => {
  const rolls = ['F22\u2011014', 'f22-015', 'F22/016', 'Ф22-017'];
  const keys = ['F22\u2011014', 'F22015', 'F22/016', 'Ф22017'];
  const members = rolls.map((roll, index) => ({ roll, key: keys[index] ?? '' }));
  const rows = await migrateMembers(portal, members);
  expect(rows.map(({ roll }) => roll)).toEqual(rolls);
  expect(rows.map(({ roll_key }) => roll_key)).toEqual(['F22014', 'F22015', 'F22016', 'Ф22017']);
  expect(rows.map(({ roll }) => toRollKey(roll))).toEqual(rows.map(({ roll_key }) => roll_key));
});

test('migration 0006 gives the new key to only one of several members with equal roll numbers', async ({
  portal,
}) => {
  const members = [
    { roll: 'F22\u2013014', key: 'F22\u2013014' },
    { roll: 'F22\u2011014', key: 'F22\u2011014' },
    { roll: 'F22\u2212015', key: 'F22\u2212015' },
    { roll: 'F22-015', key: 'F22015' },
    { roll: 'F22\u2011014', key: 'F22\u2011014', inBin: true },
    { roll: '\u2013', key: '\u2013' },
  ];
  const rows = await migrateMembers(portal, members);
  expect(rows.map(({ roll, roll_key }) => [roll, roll_key])).toEqual([
    ['F22\u2013014', 'F22014'],
    ['F22\u2011014', 'F22\u2011014'],
    ['F22\u2212015', 'F22\u2212015'],
    ['F22-015', 'F22015'],
    ['F22\u2011014', 'F22014'],
    ['\u2013', '\u2013'],
  ]);
});

test('migration 0006 converts phone numbers to +92 followed by ten digits', async ({ portal }) => {
  const phones = ['3001234567', '+923017654321', '+92 3025555555'];
  const members = phones.map((phone, index) => ({ roll: `R${index}`, key: `R${index}`, phone }));
  const rows = await migrateMembers(portal, members);
  expect(rows.map(({ phone }) => phone)).toEqual([
    '+92 3001234567',
    '+92 3017654321',
    '+92 3025555555',
  ]);
});
