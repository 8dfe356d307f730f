import { sql } from 'kysely';
import { describe, expect, onTestFinished } from 'vitest';
import { NotAdmitted, openPostgres } from '#server/db/connect.ts';
import { additionsOnly } from '#server/db/expanding.ts';
import { appliedMigrations, pendingMigrations } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import { anEmptyPlace } from '#server/test/places.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { noticedMs } from './admission.ts';
import { servePostgres } from './serve-database.ts';

const onWait = () => {};

async function anEmptyDatabase(portal: Portal): Promise<string> {
  const { databaseUrl } = await anEmptyPlace(portal, 'postgres');
  if (!databaseUrl) throw new Error('There is no database.');
  return databaseUrl;
}

async function serving(url: string, limitMs = 10_000): Promise<Db> {
  const db = await servePostgres(url, { onWait, limitMs });
  onTestFinished(() => db.destroy());
  return db;
}

/** Reverts the last migration that is not an expansion, and later ones: the database of an earlier version. */
async function takeBack(db: Db): Promise<void> {
  // With the triggers that name the column; the migration that is run again creates them.
  await sql`alter table group_deadlines drop column earlier_than cascade`.execute(db);
  await sql`drop table submissions`.execute(db);
  await sql`delete from kysely_migration where name >= '0031'`.execute(db);
}

describe('portals that share a database of PostgreSQL', () => {
  test('bring an empty one up to date when they start at once, and serve side by side', async ({
    portal,
  }) => {
    const url = await anEmptyDatabase(portal);
    const [one, other] = await Promise.all([serving(url), serving(url)]);
    expect(await pendingMigrations(one)).toEqual([]);
    expect(await other.selectFrom('users').selectAll().execute()).toEqual([]);
  });

  test('keep one of a newer version from changing the tables under them, until they have ended', async ({
    portal,
  }) => {
    const url = await anEmptyDatabase(portal);
    const older = await servePostgres(url, { onWait });
    await takeBack(older);
    const before = await appliedMigrations(older);
    let waited = 0;
    const count = () => {
      waited += 1;
    };
    await expect(servePostgres(url, { onWait: count, limitMs: 300 })).rejects.toThrow(
      'The database has to be brought up to date, and a portal of an earlier version is serving from it.',
    );
    expect(waited).toBe(1);
    expect(await appliedMigrations(older)).toEqual(before);

    const newer = servePostgres(url, { onWait: () => void older.destroy() });
    // The last migration can be applied twice.
    const migrated = await newer;
    expect(await pendingMigrations(migrated)).toEqual([]);
    await migrated.destroy();
  });

  test('write nothing more once a newer version has taken over while they had no connection', async ({
    portal,
  }) => {
    const url = await anEmptyDatabase(portal);
    const older = await serving(url);
    await older.selectFrom('users').selectAll().execute();
    const newer = openPostgres(url);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', '2027')`.execute(
      newer,
    );
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
    `.execute(newer);
    await newer.destroy();
    const read = () => older.selectFrom('users').selectAll().execute();
    // The first may still meet the connection that was cut.
    await expect.poll(() => read().catch((error) => error)).toBeInstanceOf(NotAdmitted);
    await expect(servePostgres(url, { onWait })).rejects.toThrow('9999-of-tomorrow');
  });
});

describe('a portal that is served through a pooler', () => {
  const cutAll = async (url: string, and: string) => {
    const db = openPostgres(url);
    await sql.raw(and).execute(db);
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
    `.execute(db);
    await db.destroy();
  };
  // What it asks for by way of the pooler carries no lock, so any address will do.
  const pooled = async (url: string) => {
    const db = await servePostgres(url, { onWait, poolerUrl: url });
    onTestFinished(() => db.destroy());
    return db;
  };

  test('writes nothing more once a newer version has taken over while it had no session', async ({
    portal,
  }) => {
    const url = await anEmptyDatabase(portal);
    const older = await pooled(url);
    const newer = `insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', '2027')`;
    await cutAll(url, newer);
    const read = () => older.selectFrom('users').selectAll().execute();
    await expect
      .poll(() => read().catch(String), { timeout: noticedMs })
      .toContain('A newer version of the portal has taken over');
  });

  test('keeps a newer version from migrating, and goes on by itself once its session is back', async ({
    portal,
  }) => {
    const url = await anEmptyDatabase(portal);
    const db = await pooled(url);
    const holders = () =>
      sql<{ pid: number }>`
        select pid from pg_locks join pg_database on pg_database.oid = pg_locks.database
        where locktype = 'advisory' and datname = current_database()
      `.execute(db);
    const [before] = (await holders()).rows;
    await cutAll(url, 'select 1');
    // A session that is cut may hold its lock for a moment longer.
    const hasNewSession = async () => {
      const { rows } = await holders();
      return rows.length === 1 && rows[0]?.pid !== before?.pid;
    };
    await expect.poll(() => hasNewSession().catch(String), { timeout: noticedMs }).toBe(true);
    await takeBack(db);
    await expect(servePostgres(url, { onWait, limitMs: 300, poolerUrl: url })).rejects.toThrow(
      'a portal of an earlier version is serving from it',
    );
  });

  test('limits every transaction, since a session of the pooler is nobody’s own', async ({
    portal,
  }) => {
    const db = await pooled(await anEmptyDatabase(portal));
    const limits = () =>
      sql<{ name: string; setting: string }>`
        select name, setting from pg_settings
        where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by name
      `;
    const inside = await db.transaction().execute((trx) => limits().execute(trx));
    expect(inside.rows.map(({ setting }) => setting)).toEqual(['20000', '20000']);
    const after = await limits().execute(db);
    expect(after.rows.map(({ setting }) => setting)).toEqual(['0', '0']);
  });
});

describe('a migration that only adds', () => {
  test('leaves portals of the version before as they are, also those that start or connect later', async ({
    portal,
  }) => {
    const url = await anEmptyDatabase(portal);
    const older = await serving(url);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-more+expand', '2027')`.execute(
      older,
    );
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
    `.execute(older);
    const read = () => older.selectFrom('users').selectAll().execute();
    await expect.poll(() => read().catch(String)).toEqual([]);
    const late = await serving(url);
    expect(await late.selectFrom('users').selectAll().execute()).toEqual([]);
    // A backup would leave out what this version does not know.
    await expect(appliedMigrations(late)).rejects.toThrow('9999-more+expand');
  });

  test('may do nothing else', async ({ portal }) => {
    const { schema } = portal.db.withPlugin(additionsOnly);
    const users = () => schema.alterTable('users');
    for (const refused of [
      schema.dropTable('users'),
      users().dropColumn('name'),
      users().renameTo('people'),
      users().addColumn('extra', 'text', (column) => column.notNull()),
      schema.createIndex('extra').on('users').column('name').unique(),
    ])
      expect(() => refused.compile()).toThrow('only adds tables, indexes that are not unique');
    for (const taken of [
      users().addColumn('extra', 'text'),
      users().addColumn('extra', 'integer', (column) => column.notNull().defaultTo(0)),
      schema.createIndex('extra').on('users').column('name'),
      schema.createTable('extra').addColumn('id', 'text'),
    ])
      expect(taken.compile().sql).toContain('extra');
  });
});
