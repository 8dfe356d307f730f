import { resolve } from 'node:path';
import { expect } from 'vitest';
import { openDatabase } from '#server/backup/places.ts';
import { loadContent } from '#server/content/files/load-content.ts';
import { migrate } from '#server/db/migrate.ts';
import { initialisePortalContent } from '#server/prepare-content.ts';
import { createEmptyDataLocation } from '#server/test/places.ts';
import { test } from '#server/test/portal.ts';
import { addGroups } from '#server/test/records/groups.ts';

const at = '2027-01-01T00:00:00.000Z';
const files = loadContent(resolve(import.meta.dirname, '../../content'), 'Asia/Karachi');

test('assignGroupsToCohorts assigns groups that predate cohorts to the cohort of their year, and keeps its last group number', async ({
  portal,
}) => {
  const kind = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite';
  const db = openDatabase(await createEmptyDataLocation(portal, kind));
  await migrate(db, '0014-newest-emails');
  for (const [name, session_year] of [
    ['BSCS-2027-001', 2027],
    ['BSCS-2026-007', 2026],
  ] as const)
    await addGroups(db, 1, () => ({ name, session_year }));
  await db
    .insertInto('group_numbers')
    .values([
      { program: 'BSCS', session_year: 2027, number: 1 },
      { program: 'BSCS', session_year: 2026, number: 7 },
    ])
    .execute();
  const readStored = () =>
    db
      .selectFrom('groups')
      .select(['id', 'name', 'title', 'version', 'changed_at'])
      .orderBy('name')
      .execute();
  const before = await readStored();

  await migrate(db);
  // Run twice to simulate two processes that each start for the first time.
  for (const _ of [1, 2])
    await initialisePortalContent(db, files, { timeZone: 'Asia/Karachi' }, new Date(at));
  expect(await readStored()).toEqual(before);
  const cohorts = await db
    .selectFrom('groups')
    .innerJoin('cohorts', 'cohorts.id', 'groups.cohort_id')
    .innerJoin('group_sequences', 'group_sequences.cohort_id', 'cohorts.id')
    .select(['groups.name', 'cohorts.name as cohort', 'is_current', 'group_sequences.number'])
    .orderBy('groups.name')
    .execute();
  expect(cohorts).toEqual([
    { name: 'BSCS-2026-007', cohort: 'Session 2025–26', is_current: 0, number: 7 },
    { name: 'BSCS-2027-001', cohort: 'Session 2026–27', is_current: 1, number: 1 },
  ]);
  await db.destroy();
});
