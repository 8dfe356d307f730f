import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findUnprivilegedAccount } from '#tools/test/start-postgres.ts';
import { findFreePort, startProgram, waitFor } from '#trust/lib/processes/programs.ts';

const buildConfig = (host: string, port: number) => `
[databases]
* = host=${host} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 500
default_pool_size = 10
`;

/** Starts pgbouncer in transaction pooling mode in front of the PostgreSQL server. */
export async function startPgbouncer(postgresUrl: string) {
  const { searchParams, pathname } = new URL(postgresUrl);
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  const port = await findFreePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, buildConfig(searchParams.get('host') ?? '', port));
  const account = findUnprivilegedAccount();
  for (const path of account ? [folder, file] : [])
    chownSync(path, account?.uid ?? 0, account?.gid ?? 0);
  const program = startProgram('pgbouncer', [file], { account, cwd: folder });
  const url = `postgres://postgres@127.0.0.1:${port}${pathname}`;
  await waitFor(`pgbouncer serves: ${program.output()}`, () => canConnect(url));
  return {
    url,
    async stop() {
      await program.stop('SIGINT');
      rmSync(folder, { recursive: true });
    },
  };
}

async function canConnect(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
