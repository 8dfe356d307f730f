import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { toUniqueNameKey } from '#contract/values/unique-name.ts';
import { openDatabase } from '#server/backup/places.ts';
import { migrate } from '#server/db/migrate.ts';
import { createEmptyDataLocation } from '#server/test/places.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { closedRecordMessage } from './closed/closed-triggers.ts';
import { findNamesWithDuplicateKeys } from './unique-names.ts';

const minute = (number: number) => new Date(Date.UTC(2027, 0, 1, 10, number)).toISOString();

/** Opens a database without `name_key` columns (see migration 0026). Each row is one minute newer than the last. */
async function openFormer(portal: Portal) {
  const kind = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite';
  const db = openDatabase(await createEmptyDataLocation(portal, kind));
  await migrate(db, '0025-member-accounts');
  let rows = 0;
  const next = () => {
    rows += 1;
    return minute(rows);
  };
  const base = { program: 'BSCS', session_year: 2027, category: 'IOT', submission_hash: '' };
  return {
    db,
    async cohort(name: string, isClosed = false) {
      const [id, created_at] = [randomUUID(), next()];
      const code = `C${rows}`;
      const closed_at = isClosed ? created_at : null;
      const values = { id, name, code, code_key: code.toLowerCase(), closed_at, created_at };
      await db.insertInto('cohorts').values(values).execute();
      return id;
    },
    async group(name: string, cohort_id: string, changes: { title?: string; deleted?: true } = {}) {
      const [id, at] = [randomUUID(), next()];
      await db
        .insertInto('groups')
        .values({
          ...base,
          id,
          name,
          cohort_id,
          number: rows,
          title: changes.title ?? 'T',
          supervisor: 'Dr. Øster',
          supervisor_key: 'dr. øster',
          viva_revision: 0,
          version: 1,
          created_at: at,
          changed_at: at,
          deleted_at: changes.deleted ? at : null,
        })
        .execute();
      return id;
    },
    async user(name: string) {
      const id = randomUUID();
      const user = { id, name, name_key: name, email: `${name}@university.test` };
      await db
        .insertInto('users')
        .values({ ...user, password_hash: '', role: 'faculty', created_at: next() })
        .execute();
      return id;
    },
    async view(user_id: string, name: string) {
      const id = randomUUID();
      await db.insertInto('board_views').values({ id, user_id, name, search: 'q=a' }).execute();
      return id;
    },
  };
}
type Former = Awaited<ReturnType<typeof openFormer>>;

const namesOf = async ({ db }: Former, table: 'groups' | 'cohorts' | 'board_views') => {
  const rows = await db.selectFrom(table).select(['id', 'name', 'name_key']).execute();
  return new Map(rows.map(({ id, name, name_key }) => [id, [name, name_key]]));
};

describe('the migration that adds unique name keys', () => {
  test('keeps all names, and if several rows would share a key, assigns it only to the oldest row', async ({
    portal,
  }) => {
    const former = await openFormer(portal);
    const { db } = former;
    try {
      const open = await former.cohort('Straße');
      const closed = await former.cohort('STRASSE', true);
      const groups = {
        older: await former.group('Łódź  1', closed),
        newer: await former.group('łódź 1', open),
        newest: await former.group('Łódź\u00a01', closed),
        deleted: await former.group('ŁÓDŹ 1', open, { deleted: true }),
        dots: await former.group('..', open),
        lone: await former.group('Group А', open),
      };
      const [firstUser, secondUser] = [await former.user('one'), await former.user('two')];
      const views = [
        await former.view(firstUser, 'Late'),
        await former.view(firstUser, 'late'),
        await former.view(secondUser, 'LATE'),
      ];
      await migrate(db);

      const key = toUniqueNameKey('łódź 1');
      expect(await namesOf(former, 'groups')).toEqual(
        new Map([
          [groups.older, ['Łódź  1', key]],
          [groups.newer, ['łódź 1', `${key}\n${groups.newer}`]],
          [groups.newest, ['Łódź\u00a01', `${key}\n${groups.newest}`]],
          [groups.deleted, ['ŁÓDŹ 1', key]],
          [groups.dots, ['..', `\n${groups.dots}`]],
          [groups.lone, ['Group А', 'group a']],
        ]),
      );
      expect(await namesOf(former, 'cohorts')).toEqual(
        new Map([
          [open, ['Straße', 'strasse']],
          [closed, ['STRASSE', `strasse\n${closed}`]],
        ]),
      );
      expect((await findNamesWithDuplicateKeys(db)).toSorted()).toEqual(
        ['..', 'STRASSE', 'Łódź\u00a01', 'łódź 1'].toSorted(),
      );
      const keysOfViews = await namesOf(former, 'board_views');
      const keysOfFirstUser = views.slice(0, 2).map((id) => keysOfViews.get(id)?.[1]);
      expect(keysOfFirstUser.filter((name_key) => name_key === 'late')).toHaveLength(1);
      expect(keysOfViews.get(views[2] ?? '')).toEqual(['LATE', 'late']);
      expect([...keysOfViews.values()].map(([name]) => name).toSorted()).toEqual(
        ['LATE', 'Late', 'late'].toSorted(),
      );
    } finally {
      await db.destroy();
    }
  });

  test('makes the database reject duplicate keys, and still protects rows of closed cohorts', async ({
    portal,
  }) => {
    const former = await openFormer(portal);
    const { db } = former;
    try {
      const open = await former.cohort('Open');
      const closed = await former.cohort('Closed', true);
      const [a, b] = [await former.group('Ørsted', open), await former.group('Other', open)];
      const old = await former.group('ØRSTED', closed);
      const user = await former.user('one');
      await former.view(user, 'Late');
      await migrate(db);

      const write = (id: string, name_key: string) =>
        db.updateTable('groups').set({ name_key }).where('id', '=', id).execute();
      const key = toUniqueNameKey('ørsted');
      await expect(write(b, key)).rejects.toThrow(/unique|duplicate/i);
      const cohort = db.updateTable('cohorts').set({ name_key: 'open' }).where('id', '=', closed);
      await expect(cohort.execute()).rejects.toThrow();
      await expect(write(old, 'another')).rejects.toThrow(closedRecordMessage);
      const view = { id: randomUUID(), user_id: user, name: 'LATE', name_key: 'late', search: '' };
      await expect(db.insertInto('board_views').values(view).execute()).rejects.toThrow(
        /unique|duplicate/i,
      );
      await write(a, 'free');
      await write(b, key);
    } finally {
      await db.destroy();
    }
  });

  test('replaces letters such as æ, ß and ł with plain ones in the search keys of groups, even in closed cohorts', async ({
    portal,
  }) => {
    const former = await openFormer(portal);
    const { db } = former;
    try {
      const closed = await former.cohort('Closed', true);
      const id = await former.group('Æther', closed, { title: 'Große Łódź' });
      await db.updateTable('groups').set({ search_key: 'æther große' }).execute();
      await migrate(db);
      const groups = db.selectFrom('groups').select(['id', 'search_key']);
      const { search_key } = await groups.where('id', '=', id).executeTakeFirstOrThrow();
      expect(search_key.split('\n')).toEqual(
        expect.arrayContaining(['aether', 'grosse lodz', 'dr. oster']),
      );
    } finally {
      await db.destroy();
    }
  });
});
