import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onEnd } from '#tools/test/on-end.ts';
import { whereWritingIsQuick } from '#tools/test/quick-folder.ts';
import { startPostgres } from '#tools/test/start-postgres.ts';
import type { Database } from './instrument.ts';

type Postgres = ReturnType<typeof startPostgres>;
type NewPlace = { dataDir: string; databaseUrl: string | undefined };

/** An empty data folder and, on PostgreSQL, an empty database, for as long as `work` takes. */
export async function inNewPlace<T>(
  {
    database = 'sqlite',
    durable = false,
    quick = false,
  }: { database?: Database; durable?: boolean; quick?: boolean },
  work: (place: NewPlace, postgres: Postgres | undefined) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(quick ? whereWritingIsQuick : tmpdir(), 'trust-'));
  const clean = onEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  try {
    const postgres = database === 'postgres' ? startPostgres({ durable }) : undefined;
    try {
      return await work({ dataDir, databaseUrl: postgres?.url }, postgres);
    } finally {
      postgres?.stop();
    }
  } finally {
    clean();
  }
}
