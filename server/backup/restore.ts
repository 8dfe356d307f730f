import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { continueTrail, recordEntry } from '#server/audit/record-entry.ts';
import { migrate, migrationNames } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import {
  type FileStore,
  openDiskStore,
  syncFolder,
  unfinishedRestore,
} from '#server/files/disk.ts';
import { type FileLine, type Header, Refused, type Totals } from './archive-format.ts';
import { type KeptTable, keptTableNames } from './kept-tables.ts';
import {
  filesFolderOf,
  hasDatabase,
  migrationOf,
  openDatabase,
  type Place,
  sqliteFileOf,
  tablesIn,
} from './places.ts';
import { readArchive } from './read-archive.ts';

/**
 * Brings an archive into an empty place, identifiers included, on whichever database that has. The archive is read
 * twice: first all of it is verified while its files go to a folder aside, then its rows are written in one
 * transaction, right before whose end that folder takes its place. Throws `Refused` and leaves the place as it was.
 */
export async function restore(place: Place, path: string): Promise<Totals> {
  const hadDatabase = hasDatabase(place);
  const folder = filesFolderOf(place);
  if (hadDatabase) await withDatabase(place, requireNoRows);
  await requireNoFiles(folder);
  // What a restore that was killed left aside.
  const aside = `${folder}.restoring`;
  await rm(aside, { recursive: true, force: true });
  let isMoved = false;
  try {
    const { header, totals } = await verify(path, await openDiskStore(aside));
    await writeFile(join(aside, unfinishedRestore), '', { flush: true });
    await withDatabase(place, async (db) => {
      await migrateTo(db, header);
      await db.transaction().execute(async (trx) => {
        await writeRows(trx, path);
        await recordRestore(trx, path, header);
        await rm(folder, { recursive: true, force: true });
        await rename(aside, folder);
        isMoved = true;
        await syncFolder(dirname(folder));
      });
    });
    // All of it is there. The portal's start removes the mark as well.
    await rm(join(folder, unfinishedRestore), { force: true }).catch(() => {});
    return totals;
  } catch (error) {
    await rm(isMoved ? folder : aside, { recursive: true, force: true });
    if (!hadDatabase) {
      const file = sqliteFileOf(place);
      for (const ending of ['', '-wal', '-shm']) await rm(`${file}${ending}`, { force: true });
    }
    throw error;
  }
}

async function recordRestore(db: Db, path: string, { takenAt }: Header) {
  await continueTrail(db);
  const subject = { kind: 'portal', id: null, name: basename(path) } as const;
  const detail = `from a backup made at ${takenAt}`;
  const entry = { action: 'backup-restored', by: 'portal', subject, detail } as const;
  await recordEntry(db, entry, new Date());
}

async function withDatabase<T>(place: Place, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase(place);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

async function requireNoFiles(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  // Of a restore that was killed right before its rows were there: nothing refers to them.
  if (entries.some(({ name }) => name === unfinishedRestore)) return;
  if (!entries.some((entry) => !entry.isDirectory())) return;
  throw new Refused(`There are files in ${folder} already: restore into an empty place.`);
}

async function requireNoRows(db: Db) {
  for (const table of await tablesIn(db)) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
    if (rows.length === 0) continue;
    throw new Refused('There is a portal in this database already: restore into an empty place.');
  }
}

/** Reads the whole archive, puts its files into `store` and gives what it adds up to. */
async function verify(path: string, store: FileStore): Promise<{ header: Header; totals: Totals }> {
  const totals: Totals = { rows: 0, files: 0, bytes: 0 };
  const wanted = new Map<unknown, string>();
  let header: Header | undefined;
  for await (const part of readArchive(path)) {
    if ('header' in part) {
      header = requireKnown(part.header);
    } else if ('table' in part) {
      requireKept(part.table);
      totals.rows += 1;
      if (part.table === 'documents') wanted.set(part.row.id, `${part.row.sha256}`);
    } else {
      if (wanted.get(part.file.file) !== part.file.sha256) throw noRowFor(part.file);
      wanted.delete(part.file.file);
      const received = await store.receive(Readable.from(part.content), part.file.size);
      if (!received) throw new Refused(`The file ${part.file.file} was altered.`);
      await store.keep(received, part.file.file);
      totals.files += 1;
      totals.bytes += part.file.size;
    }
  }
  if (wanted.size > 0) {
    throw new Refused(`The archive is damaged: ${wanted.size} documents are without their file.`);
  }
  if (!header) throw new Refused('This is no archive of the portal.');
  return { header, totals };
}

const noRowFor = ({ file }: FileLine) =>
  new Refused(`The archive is damaged: no document has the file ${file}.`);

function requireKnown(header: Header): Header {
  if (migrationNames.includes(header.migration)) return header;
  throw new Refused(
    `The archive is of a newer portal (${header.migration}): bring this one up to date first.`,
  );
}

function requireKept(table: string): asserts table is KeptTable {
  if (keptTableNames.some((name) => name === table)) return;
  throw new Refused(`The archive is damaged: there is no table ${table}.`);
}

/**
 * The portal brings an older archive's rows up to date at its next start, as it does its own. Only the audit trail,
 * which tells of the restore, is there at once: it was the first addition and touches no other row.
 */
async function migrateTo(db: Db, { migration }: Header) {
  const standing = await migrationOf(db);
  if (standing && standing > migration) {
    throw new Refused('The archive is older than this database: restore into a new one.');
  }
  const withTrail = '0002-audit';
  await migrate(db, migration < withTrail ? withTrail : migration);
}

const rowsAtOnce = 200;

async function writeRows(db: Db, path: string) {
  let table: KeptTable | undefined;
  let rows: Record<string, unknown>[] = [];
  const write = async () => {
    // The rows are what a table of this very migration gave; the database holds them against its constraints.
    if (table && rows.length > 0)
      await db
        .insertInto(table)
        .values(rows as never)
        .execute();
    rows = [];
  };
  for await (const part of readArchive(path)) {
    if ('header' in part) continue;
    if ('file' in part) break;
    requireKept(part.table);
    if (part.table !== table || rows.length >= rowsAtOnce) await write();
    table = part.table;
    rows.push(part.row);
  }
  await write();
}
