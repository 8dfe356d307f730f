import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataLocation } from '#server/backup/places.ts';
import { onProcessEnd } from '#tools/test/on-end.ts';
import { fastTempFolder } from '#tools/test/quick-folder.ts';
import { startPostgres } from '#tools/test/start-postgres.ts';
import type { DatabaseKind } from './instrument.ts';

type Postgres = ReturnType<typeof startPostgres>;

/**
 * Runs `work` with an empty data folder and, for PostgreSQL, an empty database server, and removes them afterwards.
 * Writes survive a power cut only if `durable` is true.
 */
export async function withWorkspace<T>(
  { database, durable = false }: { database: DatabaseKind; durable?: boolean },
  work: (workspace: DataLocation, postgres: Postgres | undefined) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(durable ? tmpdir() : fastTempFolder, 'trust-'));
  const clean = onProcessEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  let postgres: Postgres | undefined;
  try {
    if (database === 'postgres') postgres = startPostgres({ durable });
    return await work({ dataDir, databaseUrl: postgres?.url }, postgres);
  } finally {
    postgres?.stop();
    clean();
  }
}
