import { sql } from 'kysely';
import { describe, expect, onTestFinished } from 'vitest';
import { DatabaseAccessRefusedError, openPostgres } from '#server/db/connect.ts';
import { additionsOnlyPlugin, isExpandMigration } from '#server/db/expanding.ts';
import {
  listAppliedMigrations,
  listPendingMigrations,
  migrate,
  migrationNames,
} from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import { createEmptyDataLocation } from '#server/test/places.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { maxWriteAfterLockLossMs } from './admission.ts';
import { prepareQuery } from './prepared-query.ts';
import { migrateAndOpenPostgres } from './serve-database.ts';

const onWait = () => {};

async function createEmptyDatabase(portal: Portal): Promise<string> {
  const { databaseUrl } = await createEmptyDataLocation(portal, 'postgres');
  if (!databaseUrl) throw new Error('There is no database.');
  return databaseUrl;
}

async function startServing(url: string, limitMs = 10_000): Promise<Db> {
  const db = await migrateAndOpenPostgres(url, { onWait, limitMs });
  onTestFinished(() => db.destroy());
  return db;
}

/** Recreates the schema from the migrations that precede the last one without the suffix `+expand`. */
async function revertMigrations(db: Db): Promise<void> {
  const last = migrationNames.findLastIndex((name) => !isExpandMigration(name));
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await migrate(db, migrationNames[last - 1]);
}

describe('portals that share a PostgreSQL database', () => {
  test('migrate an empty database only once if they start concurrently', async ({ portal }) => {
    const url = await createEmptyDatabase(portal);
    const [first, second] = await Promise.all([startServing(url), startServing(url)]);
    expect(await listPendingMigrations(first)).toEqual([]);
    expect(await second.selectFrom('users').selectAll().execute()).toEqual([]);
  });

  test('prevent a newer version from migrating until they stop', async ({ portal }) => {
    const url = await createEmptyDatabase(portal);
    const older = await migrateAndOpenPostgres(url, { onWait });
    await revertMigrations(older);
    const before = await listAppliedMigrations(older);
    let waited = 0;
    const count = () => {
      waited += 1;
    };
    await expect(migrateAndOpenPostgres(url, { onWait: count, limitMs: 300 })).rejects.toThrow(
      'The database has to be migrated, but a portal of an earlier version is still serving from it.',
    );
    expect(waited).toBe(1);
    expect(await listAppliedMigrations(older)).toEqual(before);

    const newer = migrateAndOpenPostgres(url, { onWait: () => void older.destroy() });
    const migrated = await newer;
    expect(await listPendingMigrations(migrated)).toEqual([]);
    await migrated.destroy();
  });

  test('cannot use the database if a newer version has migrated it while they were disconnected', async ({
    portal,
  }) => {
    const url = await createEmptyDatabase(portal);
    const older = await startServing(url);
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
    await expect
      .poll(() => read().catch((error) => error))
      .toBeInstanceOf(DatabaseAccessRefusedError);
    await expect(migrateAndOpenPostgres(url, { onWait })).rejects.toThrow('9999-of-tomorrow');
  });
});

describe('a portal behind a connection pooler', () => {
  const terminateAll = async (url: string, and: string) => {
    const db = openPostgres(url);
    await sql.raw(and).execute(db);
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
    `.execute(db);
    await db.destroy();
  };
  // Use the database itself as the pooler: behind a pooler, connections for queries do not hold the version lock.
  const servePooled = async (url: string) => {
    const db = await migrateAndOpenPostgres(url, { onWait, poolerUrl: url });
    onTestFinished(() => db.destroy());
    return db;
  };

  test('cannot use the database if a newer version has migrated it while the lock connection was lost', async ({
    portal,
  }) => {
    const url = await createEmptyDatabase(portal);
    const older = await servePooled(url);
    const newer = `insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', '2027')`;
    await terminateAll(url, newer);
    const read = () => older.selectFrom('users').selectAll().execute();
    await expect
      .poll(() => read().catch(String), { timeout: maxWriteAfterLockLossMs })
      .toContain('A newer version of the portal has taken over');
  });

  test('re-establishes a lost lock connection and then prevents a newer version from migrating', async ({
    portal,
  }) => {
    const url = await createEmptyDatabase(portal);
    const db = await servePooled(url);
    const holders = () =>
      sql<{ pid: number }>`
        select pid from pg_locks join pg_database on pg_database.oid = pg_locks.database
        where locktype = 'advisory' and datname = current_database()
      `.execute(db);
    const [before] = (await holders()).rows;
    await terminateAll(url, 'select 1');
    const hasNewSession = async () => {
      const { rows } = await holders();
      return rows.length === 1 && rows[0]?.pid !== before?.pid;
    };
    await expect
      .poll(() => hasNewSession().catch(String), { timeout: maxWriteAfterLockLossMs })
      .toBe(true);
    await revertMigrations(db);
    await expect(
      migrateAndOpenPostgres(url, { onWait, limitMs: 300, poolerUrl: url }),
    ).rejects.toThrow('a portal of an earlier version is still serving from it');
  });

  test('sets its time limits in every transaction, because pooled sessions are shared', async ({
    portal,
  }) => {
    const db = await servePooled(await createEmptyDatabase(portal));
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

  test('prepares no statements, because pooled sessions are shared', async ({ portal }) => {
    const db = await servePooled(await createEmptyDatabase(portal));
    const find = prepareQuery((any, { email }: { email: string }) =>
      any.selectFrom('users').select('id').where('email', '=', email),
    );
    await db.connection().execute(async (connection) => {
      expect(await find(connection, { email: 'nobody' })).toEqual([]);
      const prepared = await sql`select name from pg_prepared_statements`.execute(connection);
      expect(prepared.rows).toEqual([]);
    });
  });
});

describe('a migration whose name ends with +expand', () => {
  test('allows portals of the previous version to start, keep serving and reconnect', async ({
    portal,
  }) => {
    const url = await createEmptyDatabase(portal);
    const older = await startServing(url);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-more+expand', '2027')`.execute(
      older,
    );
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
    `.execute(older);
    const read = () => older.selectFrom('users').selectAll().execute();
    await expect.poll(() => read().catch(String)).toEqual([]);
    const late = await startServing(url);
    expect(await late.selectFrom('users').selectAll().execute()).toEqual([]);
    // A backup, which calls `listAppliedMigrations`, would omit a table that this migration added.
    await expect(listAppliedMigrations(late)).rejects.toThrow('9999-more+expand');
  });

  test('can only add tables, columns that are nullable or have a default, and non-unique indexes', async ({
    portal,
  }) => {
    const { schema } = portal.db.withPlugin(additionsOnlyPlugin);
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
