import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { openDatabase } from '#server/backup/places.ts';
import { migrate } from '#server/db/migrate.ts';
import { createEmptyDataLocation } from '#server/test/places.ts';
import { test } from '#server/test/portal.ts';

test('migration 0035 normalises apostrophes and invisible characters in name keys of staff, even in closed cohorts', async ({
  portal,
}) => {
  const kind = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite';
  const db = openDatabase(await createEmptyDataLocation(portal, kind));
  await migrate(db, '0028-withdrawn-emails+expand');
  const at = '2027-01-01T10:00:00.000Z';
  const cohort = randomUUID();
  const closed = { id: cohort, name: '2026', code: '2026', code_key: '2026', name_key: '2026' };
  await db
    .insertInto('cohorts')
    .values({ ...closed, closed_at: at, created_at: at })
    .execute();
  const names = [
    ['Sean O’Brien', "sean o'brien"],
    ['علی\u200cرضا', 'علیرضا'],
    ['Ali\u00adKhan', 'alikhan'],
    ['Samina Rafiq', 'samina rafiq'],
  ] as const;
  for (const [index, [name]] of names.entries()) {
    const name_key = name.toLowerCase();
    const user = { id: randomUUID(), name, name_key, email: `u${index}@university.test` };
    await db
      .insertInto('users')
      .values({ ...user, password_hash: '', role: 'faculty', created_at: at })
      .execute();
    await db
      .insertInto('groups')
      .values({
        id: randomUUID(),
        name: `G${index}`,
        name_key: `g${index}`,
        cohort_id: cohort,
        program: 'BSCS',
        session_year: 2027,
        number: index,
        title: 'T',
        category: 'IOT',
        supervisor: name,
        supervisor_key: name_key,
        external_examiner: name,
        external_examiner_key: name_key,
        submission_hash: '',
        viva_revision: 0,
        version: 1,
        created_at: at,
        changed_at: at,
      })
      .execute();
  }
  await migrate(db);
  const expected = names.map(([, key]) => key);
  const users = await db.selectFrom('users').select('name_key').orderBy('email').execute();
  expect(users.map(({ name_key }) => name_key)).toEqual(expected);
  const groups = await db
    .selectFrom('groups')
    .select(['supervisor_key', 'external_examiner_key'])
    .orderBy('number')
    .execute();
  expect(groups).toEqual(
    expected.map((key) => ({ supervisor_key: key, external_examiner_key: key })),
  );
  await db.destroy();
});
