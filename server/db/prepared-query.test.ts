import { sql } from 'kysely';
import { describe, expect, vi } from 'vitest';
import { createTestGroup } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { isPostgres } from './migrate.ts';
import { isIdInJsonArray, prepareQuery } from './prepared-query.ts';
import type { Db } from './tables.ts';

describe('prepareQuery', () => {
  test('builds the query once and uses the parameters of each call', async ({ portal }) => {
    const [first, second] = [await createTestGroup(portal), await createTestGroup(portal)];
    const build = vi.fn((db: Db, { id }: { id: string }) =>
      db.selectFrom('groups').select('id').where('id', '=', id).where('version', '>', 0),
    );
    const find = prepareQuery(build);

    expect(await find(portal.db, { id: first.groupId })).toEqual([{ id: first.groupId }]);
    expect(await find(portal.db, { id: second.groupId })).toEqual([{ id: second.groupId }]);
    expect(build).toHaveBeenCalledTimes(1);
  });

  test('sees uncommitted writes of the transaction in which it runs', async ({ portal }) => {
    const { groupId: id } = await createTestGroup(portal);
    const titleOf = prepareQuery((db, parameters: { id: string }) =>
      db.selectFrom('groups').select('title').where('id', '=', parameters.id),
    );
    await portal.db.transaction().execute(async (trx) => {
      await trx.updateTable('groups').set({ title: 'Anew' }).where('id', '=', id).execute();
      expect(await titleOf(trx, { id })).toEqual([{ title: 'Anew' }]);
    });
  });

  test('returns the row for each id in a list, and no rows for an empty list', async ({
    portal,
  }) => {
    const teams = [
      await createTestGroup(portal),
      await createTestGroup(portal),
      await createTestGroup(portal),
    ];
    const find = prepareQuery((db, { ids }: { ids: string }) =>
      db
        .selectFrom('groups')
        .select('id')
        .where(isIdInJsonArray(db, 'id', ids))
        .orderBy('id'),
    );
    const [first, , last] = teams.map(({ groupId }) => groupId).sort();

    const matches = await find(portal.db, { ids: JSON.stringify([last, first]) });
    expect(matches).toEqual([{ id: first }, { id: last }]);
    expect(await find(portal.db, { ids: '[]' })).toEqual([]);
  });

  test('lets PostgreSQL plan the query only once, and still works after a column is added', async ({
    portal,
  }) => {
    const { db } = portal;
    await sql`create table planned (id integer primary key, note text)`.execute(db);
    await sql`insert into planned values (1, 'unchanged')`.execute(db);
    const find = prepareQuery((any, { note }: { note: string }) =>
      any
        .withTables<{ planned: { id: number; note: string } }>()
        .selectFrom('planned')
        .select(['id', 'note'])
        .where('note', '=', note),
    );
    const expected = [{ id: 1, note: 'unchanged' }];
    await db.transaction().execute(async (trx) => {
      expect(await find(trx, { note: 'unchanged' })).toEqual(expected);
      await sql`alter table planned add column more text`.execute(trx);
      expect(await find(trx, { note: 'unchanged' })).toEqual(expected);
      if (!isPostgres(db)) return;
      const plans = sql<{ statement: string }>`select statement from pg_prepared_statements`;
      const { rows } = await plans.execute(trx);
      expect(rows.filter(({ statement }) => statement.includes('planned'))).toHaveLength(1);
    });
    await sql`drop table planned`.execute(db);
  });

  test('rejects queries that select or return all columns', async ({ portal }) => {
    for (const build of [
      (db: Db) => db.selectFrom('groups').selectAll(),
      (db: Db) => db.selectFrom('groups').selectAll('groups'),
      (db: Db) => db.deleteFrom('groups').returningAll(),
    ]) {
      await expect(
        prepareQuery<Record<string, never>, unknown>(build)(portal.db, {}),
      ).rejects.toThrow('names its columns');
    }
  });

  test('throws if the function that builds the query reads the value of a parameter, as in a template string', async ({
    portal,
  }) => {
    const find = prepareQuery((db, { id }: { id: string }) =>
      db.selectFrom('groups').select('id').where('id', '=', `${id}%`),
    );
    await expect(find(portal.db, { id: 'x' })).rejects.toThrow('depends on the value of “id”');
  });
});
