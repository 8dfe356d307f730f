import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { test } from '#server/test/portal.ts';
import { isPostgres } from './migrate.ts';
import { readTogether } from './read-together.ts';
import type { Db } from './tables.ts';

const readProcessId = (db: Db) => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);

describe('reads in readTogether', () => {
  test('use one connection to PostgreSQL, even if they are nested', async ({ portal: { db } }) => {
    if (!isPostgres(db)) return;
    const results = await readTogether(db, (reader) =>
      Promise.all([
        readProcessId(reader),
        readProcessId(reader),
        readTogether(reader, readProcessId),
      ]),
    );
    const ids = results.flatMap(({ rows }) => rows.map(({ pid }) => pid));
    expect(new Set(ids).size).toBe(1);
  });

  test('are not sent after another read has failed', async ({ portal: { db } }) => {
    if (!isPostgres(db)) return;
    let late: Promise<unknown> | undefined;
    const reading = readTogether(db, async (reader) => {
      late = readProcessId(reader).then(() => readProcessId(reader));
      late.catch(() => {});
      throw new Error('not found');
    });
    await expect(reading).rejects.toThrow('not found');
    await expect(late).rejects.toThrow('ended');
  });
});
