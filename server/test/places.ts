import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { inject, onTestFinished } from 'vitest';
import { uploadDocument } from '#contract/documents.ts';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import { toFileTarget } from '#server/backup/archive-file.ts';
import { backUp } from '#server/backup/back-up.ts';
import { excludedTables, includedTables } from '#server/backup/backup-tables.ts';
import { type DataLocation, getFilesFolder, openDatabase } from '#server/backup/places.ts';
import { isPostgres } from '#server/db/migrate.ts';
import { openDiskStore } from '#server/storage/disk.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { toFile } from '#tools/test/people.ts';
import { runSqlOnServer } from './database.ts';
import { createTestGroup } from './people.ts';
import type { Portal } from './portal.ts';

export async function createEmptyDataLocation(
  { folder }: Pick<Portal, 'folder'>,
  database: 'sqlite' | 'postgres',
  options = '',
): Promise<DataLocation> {
  const dataDir = await mkdtemp(join(folder, 'place-'));
  if (database === 'sqlite') return { dataDir, databaseUrl: undefined };
  const url = new URL(inject('postgresUrl') ?? '');
  const name = `r_${randomUUID().replaceAll('-', '')}`;
  await runSqlOnServer(url.href, `create database ${name} ${options}`);
  onTestFinished(() => runSqlOnServer(url.href, `drop database ${name} with (force)`));
  const placeUrl = new URL(url);
  placeUrl.pathname = `/${name}`;
  return { dataDir, databaseUrl: placeUrl.href };
}

export const listDatabaseKinds = (portal: Portal) =>
  isPostgres(portal.db) ? (['postgres', 'sqlite'] as const) : (['sqlite'] as const);

export async function getPortalDataLocation({ db, folder }: Portal): Promise<DataLocation> {
  if (!isPostgres(db)) return { dataDir: folder, databaseUrl: undefined };
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const url = new URL(inject('postgresUrl') ?? '');
  url.pathname = `/${rows[0]?.name}`;
  return { dataDir: folder, databaseUrl: url.href };
}

export async function createBackupArchive(portal: Portal) {
  const path = join(portal.folder, 'portal.backup');
  return { path, ...(await backUpDataLocation(portal, await getPortalDataLocation(portal), path)) };
}

export async function backUpDataLocation(
  { clock }: Pick<Portal, 'clock'>,
  place: DataLocation,
  path: string,
) {
  const db = openDatabase(place);
  const files = await openDiskStore(getFilesFolder(place));
  return backUp({ db, files, clock }, toFileTarget(path)).finally(() => db.destroy());
}

export async function readDataLocation(place: DataLocation) {
  const db = openDatabase(place);
  const rows: Record<string, string[]> = {};
  for (const table of [...includedTables, ...excludedTables]) {
    const tableRows = await db.selectFrom(table).selectAll().execute();
    rows[table] = tableRows.map((row) => JSON.stringify(row)).toSorted();
  }
  await db.destroy();
  const keptFolder = join(getFilesFolder(place), 'kept');
  const files: Record<string, string> = {};
  for (const name of (await readdir(keptFolder)).toSorted()) {
    files[name] = createHash('sha256')
      .update(await readFile(join(keptFolder, name)))
      .digest('hex');
  }
  return { rows, files };
}

export async function fillPortalWithGroups(portal: Portal) {
  const teams = [await createTestGroup(portal), await createTestGroup(portal, { size: 3 })];
  for (const team of teams) {
    await saveSampleMarks(team, 1);
    await uploadSampleThesis(team, 1);
    await team.supervisor.caller.call(mailGroup, { params: { groupId: team.groupId } });
  }
  await portal.deliver();
  return teams;
}

export type TestGroup = Awaited<ReturnType<typeof createTestGroup>>;

export async function saveSampleMarks({ supervisor, groupId, ids }: TestGroup, round: number) {
  const cell = { marks: round % 10, feedback: `Round ${round} — ”٣“ 'quoted'\nsecond line` };
  const marks = Object.fromEntries(ids.map((id) => [id, { proposal: cell, month1: cell }]));
  const body = { semester: 'Semester 7' as const, groupId, marks };
  await supervisor.caller.call(saveMarks, { body });
}

export async function uploadSampleThesis({ student }: TestGroup, round: number) {
  const content = buildPdf({ title: `Round ${round}`, bytes: round * 2000 });
  await student.caller.call(uploadDocument, {
    params: { kind: 'thesis', email: student.email },
    body: { file: toFile(content, `thesis-${round}.pdf`) },
  });
}
