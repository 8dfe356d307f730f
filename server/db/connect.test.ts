import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, inject } from 'vitest';
import { login } from '#contract/session.ts';
import { isUniqueViolation, openPostgres } from '#server/db/connect.ts';
import { createTestGroup, createTestUser, getItemAt } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { readRefusal } from '#server/test/refusal.ts';
import { testUserPassword } from '#tools/test/people.ts';

const isOnPostgres = process.env.TEST_DATABASE === 'postgres';

describe('the database', () => {
  test('returns timestamps as ISO 8601 strings and numeric columns as numbers', async ({
    portal,
  }) => {
    const { groupId } = await createTestGroup(portal);
    const group = await portal.db
      .selectFrom('groups')
      .selectAll()
      .where('id', '=', groupId)
      .executeTakeFirstOrThrow();
    expect(group.created_at).toBe('2027-01-15T10:00:00.000Z');
    expect(group.version).toBe(2);
    const document = await portal.db.selectFrom('documents').selectAll().executeTakeFirstOrThrow();
    expect(typeof document.size).toBe('number');
  });

  test('rejects invalid members and marks: a ninth member, a duplicate email or account, and marks above 1,000', async ({
    portal,
  }) => {
    const { groupId, ids, student, supervisor } = await createTestGroup(portal);
    const member = await portal.db
      .selectFrom('members')
      .selectAll()
      .where('id', '=', getItemAt(ids, 0))
      .executeTakeFirstOrThrow();
    const id = '00000000-0000-4000-8000-000000000000';
    const add = (changes: Partial<typeof member>) =>
      portal.db
        .insertInto('members')
        .values({
          ...member,
          id,
          position: 3,
          roll_key: 'X',
          email: 'x@y.edu',
          user_id: null,
          ...changes,
        })
        .execute();
    await expect(add({ position: 9 })).rejects.toThrow(/check/i);
    await expect(add({ position: 1 })).rejects.toThrow(/unique/i);
    await expect(add({ email: 'X@Y.edu' })).rejects.toThrow(/check/i);
    const error = await add({ email: student.email }).catch((reason: unknown) => reason);
    expect(isUniqueViolation(error, 'members', 'email')).toBe(true);
    expect(isUniqueViolation(error, 'members', 'roll_key')).toBe(false);
    const second = await add({ user_id: student.userId }).catch((reason: unknown) => reason);
    expect(isUniqueViolation(second, 'members', 'user_id')).toBe(true);
    expect(isUniqueViolation(new Error('something else'), 'members', 'email')).toBe(false);
    const mark = {
      member_id: getItemAt(ids, 0),
      milestone: 'thesis',
      marks: 1000.5,
      feedback: null,
      revision: 1,
      notified_revision: 0,
      changed_by: supervisor.userId,
      changed_at: portal.clock().toISOString(),
    } as const;
    await expect(portal.db.insertInto('marks').values(mark).execute()).rejects.toThrow(/check/i);
    expect(
      await portal.db.selectFrom('members').selectAll().where('group_id', '=', groupId).execute(),
    ).toHaveLength(2);
  });

  if (isOnPostgres) {
    test('is reported as unavailable, with 503 and Retry-After, only while PostgreSQL refuses connections', async ({
      portal,
    }) => {
      const { email } = await createTestUser(portal);
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
        portal.db,
      );
      const client = new pg.Client({ connectionString: inject('postgresUrl') });
      await client.connect();
      const name = getItemAt(rows, 0).name;
      await client.query(`alter database ${name} allow_connections false`);
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      );
      const body = { email, password: testUserPassword };
      // At first, the pool may still return broken connections.
      for (let time = 0; time < 3; time += 1) {
        const refusal = await readRefusal(await portal.visitor.request(login, { body }));
        expect(refusal).toMatchObject({ status: 503, code: 'unavailable', retryAfter: '5' });
      }
      expect((await portal.visitor.fetch('/readyz')).status).toBe(503);
      expect((await portal.visitor.fetch('/healthz')).status).toBe(200);
      await client.query(`alter database ${name} allow_connections true`);
      await client.end();
      expect((await portal.visitor.request(login, { body })).status).toBe(200);
      expect((await portal.visitor.fetch('/readyz')).status).toBe(200);
    });

    test('remains usable after a query times out, because the connection of the query is destroyed', async () => {
      const url = new URL(inject('postgresUrl') ?? '');
      url.searchParams.set('query_timeout', '1000');
      const db = openPostgres(url.href);
      await expect(sql`select pg_sleep(6)`.execute(db)).rejects.toThrow('timeout');
      await sql`select 1`.execute(db);
      await expect(
        db.transaction().execute((trx) => sql`select pg_sleep(6)`.execute(trx)),
      ).rejects.toThrow();
      await sql`select 1`.execute(db);
      await db.destroy();
    });

    test('rolls back an open transaction if its connection breaks', async ({ portal }) => {
      const before = await portal.snapshot();
      const work = portal.db.transaction().execute(async (trx) => {
        await trx.deleteFrom('sessions').execute();
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
        await sql`select pg_terminate_backend(${getItemAt(rows, 0).pid})`.execute(portal.db);
        await new Promise((resolve) => setTimeout(resolve, 100));
        await trx.deleteFrom('users').execute();
      });
      await expect(work).rejects.toThrow();
      expect(await portal.snapshot()).toEqual(before);
    });
  } else {
    test('uses WAL with synchronous=FULL, so that commits are durable', async ({ portal }) => {
      const pragma = async (name: string) => {
        const { rows } = await sql<
          Record<string, unknown>
        >`select * from pragma_${sql.raw(name)}`.execute(portal.db);
        return Object.values(getItemAt(rows, 0))[0];
      };
      expect(await pragma('journal_mode')).toBe('wal');
      expect(await pragma('synchronous')).toBe(2);
      expect(await pragma('foreign_keys')).toBe(1);
    });

    test('receives each limit as a literal in the SQL, because SQLite replans a query with a limit parameter on every run', ({
      portal,
    }) => {
      const query = portal.db.selectFrom('users').select('id').where('name', '=', 'A').limit(25);
      expect(query.compile()).toMatchObject({
        sql: 'select "id" from "users" where "name" = ? limit 25',
        parameters: ['A'],
      });
    });
  }
});
