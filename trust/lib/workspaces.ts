import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { DataLocation } from '#server/backup/places.ts';

export type WorkspaceStorage = { folder: string; postgresUrl: string | undefined };

export async function createWorkspace({
  folder,
  postgresUrl,
}: WorkspaceStorage): Promise<DataLocation> {
  const dataDir = mkdtempSync(join(folder, 'place-'));
  if (!postgresUrl) return { dataDir, databaseUrl: undefined };
  const name = `s_${randomUUID().replaceAll('-', '')}`;
  await runOnServer(postgresUrl, `create database ${name}`);
  const databaseUrl = new URL(postgresUrl);
  databaseUrl.pathname = `/${name}`;
  return { dataDir, databaseUrl: databaseUrl.href };
}

async function runOnServer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
