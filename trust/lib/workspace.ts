import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onProcessEnd } from '#tools/test/on-end.ts';
import { fastTempFolder } from '#tools/test/quick-folder.ts';
import { startPostgres } from '#tools/test/start-postgres.ts';
import type { DatabaseKind } from './instrument.ts';

type Postgres = ReturnType<typeof startPostgres>;
type Workspace = { dataDir: string; databaseUrl: string | undefined };

/** Runs `work` with an empty data folder and, for PostgreSQL, an empty database server. Removes them afterwards. */
export async function withWorkspace<T>(
  {
    database = 'sqlite',
    durable = false,
    quick = false,
  }: { database?: DatabaseKind; durable?: boolean; quick?: boolean },
  work: (workspace: Workspace, postgres: Postgres | undefined) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(quick ? fastTempFolder : tmpdir(), 'trust-'));
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
