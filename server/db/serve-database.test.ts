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
import { migrateAndOpenPostgres } from './serve-database.ts';

const onWait = () => {};

async function createEmptyDatabase(portal: Portal, options?: string): Promise<string> {
  const { databaseUrl } = await createEmptyDataLocation(portal, 'postgres', options);
  if (!databaseUrl) throw new Error('There is no database.');
  return databaseUrl;
}

async function startServing(url: string): Promise<Db> {
  const db = await migrateAndOpenPostgres(url, { onWait });
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

  test.for(['LATIN1', 'SQL_ASCII'] as const)(
    'refuse a database with the encoding %s, and leave it empty',
    async (encoding, { portal }) => {
      const options = `encoding '${encoding}' template template0 lc_collate 'C' lc_ctype 'C'`;
      const url = await createEmptyDatabase(portal, options);
      const db = openPostgres(url);
      onTestFinished(() => db.destroy());
      const message = `The database in DATABASE_URL has the encoding ${encoding}`;
      await expect(migrateAndOpenPostgres(url, { onWait })).rejects.toThrow(message);
      await expect(migrate(db)).rejects.toThrow(message);
      expect(await listAppliedMigrations(db)).toEqual([]);
    },
  );

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
