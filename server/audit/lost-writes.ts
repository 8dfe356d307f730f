import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { changeInstallationFact, getInstallationFact } from '#server/content/installation.ts';
import type { Db } from '#server/db/tables.ts';
import type { Services } from '#server/services.ts';
import { type LostEmail, listLostEmails, recordLostEmails } from './lost-emails.ts';

// After a failover or the restore of an old copy, a database may lack writes that the portal has acknowledged. Each
// process therefore notes the newest audit entry on its own disk every minute, and checks that it still exists. It also
// checks that the rows of the emails that it has sent still exist.

const Mark = z.object({
  at: z.iso.datetime(),
  sequence: z.int(),
  id: z.string(),
  /** Repetitions that are counted in the entry. Missing in files of earlier versions. */
  repetitions: z.int().default(0),
});
type Mark = z.infer<typeof Mark>;

const maxMarks = 24 * 60;
const daysShown = 7;
const factName = 'lost-writes';
const maxLosses = 20;

/** The writes of the portal between two times may be lost. `from` is null if it precedes all marks. */
const LostWrites = z.object({ from: z.iso.datetime().nullable(), to: z.iso.datetime() });
type LostWrites = z.infer<typeof LostWrites>;

const parseLosses = (stored: unknown) => z.array(LostWrites).parse(stored ?? []);

/** Compares the database with the marks on this machine's disk, reports lost writes, and adds a mark. */
export async function checkForLostWrites(services: Services): Promise<void> {
  const { db, clock, config } = services;
  const path = join(config.dataDir, 'newest-writes.json');
  const now = clock().toISOString();
  const marks = await readMarks(path);
  const storedCount = await countStoredMarks(db, marks);
  const lostMark = marks.slice(storedCount).at(-1);
  const lostEmails = await recordLostEmails(services, { hasLostEntries: lostMark !== undefined });
  const to = lostMark?.at ?? lostEmails.at(-1)?.sentAt;
  if (to !== undefined) {
    const from = marks.slice(0, storedCount).findLast(({ at }) => at < to)?.at ?? null;
    await reportLoss(services, { from, to }, lostEmails.length);
  }
  const newest = await findNewestEntry(db);
  const known = marks.slice(0, storedCount);
  const isNew = newest !== undefined && !isSameMark(newest, known.at(-1));
  if (!isNew && storedCount === marks.length) return;
  const written = [...known, ...(isNew ? [{ ...newest, at: now }] : [])].slice(-maxMarks);
  // Processes that share the folder must not write to the same file.
  const partial = `${path}.${config.processId}`;
  await writeFile(partial, JSON.stringify(written));
  await rename(partial, path);
}

async function reportLoss({ db, log }: Services, loss: LostWrites, emails: number) {
  log.error(
    { ...loss, emails },
    'the database has lost acknowledged writes: see “Lost writes” in docs/troubleshooting.md',
  );
  await changeInstallationFact(db, factName, (stored) =>
    [...parseLosses(stored).filter(({ to }) => to !== loss.to), loss].slice(-maxLosses),
  );
}

const getShownSince = (now: Date) =>
  new Date(now.getTime() - daysShown * 24 * 3_600_000).toISOString();

/** Returns the emails about lost writes that were noticed in the last seven days, oldest first. */
export const listEmailsAboutLostWrites = (db: Db, now: Date): Promise<LostEmail[]> =>
  listLostEmails(db, getShownSince(now));

/** Returns the losses of the last seven days, oldest first. */
export async function listLostWrites(db: Db, now: Date): Promise<LostWrites[]> {
  const since = getShownSince(now);
  const losses = parseLosses(await getInstallationFact(db, factName));
  return losses.filter(({ to }) => to >= since);
}

/** Returns an empty list if the file is missing or was damaged by a crash. */
async function readMarks(path: string): Promise<Mark[]> {
  try {
    return z.array(Mark).parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return [];
  }
}

/** Returns the number of leading marks whose entries are in the database. Usually checks only the last one. */
async function countStoredMarks(db: Db, marks: readonly Mark[]): Promise<number> {
  for (let count = marks.length; count > 0; count -= 1) {
    const mark = marks[count - 1];
    if (mark && (await isStored(db, mark))) return count;
  }
  return 0;
}

async function isStored(db: Db, { sequence, id, repetitions }: Mark): Promise<boolean> {
  const entry = await selectMarks(db).where('sequence', '=', sequence).executeTakeFirst();
  return entry?.id === id && entry.repetitions >= repetitions;
}

type StoredEntry = Omit<Mark, 'at'>;

const isSameMark = ({ sequence, repetitions }: StoredEntry, mark: Mark | undefined) =>
  sequence === mark?.sequence && repetitions === mark.repetitions;

const findNewestEntry = (db: Db): Promise<StoredEntry | undefined> =>
  selectMarks(db).orderBy('sequence', 'desc').limit(1).executeTakeFirst();

const selectMarks = (db: Db) =>
  db
    .selectFrom('audit_entries')
    .leftJoin('audit_repetitions', 'entry_id', 'id')
    .select((eb) => ['sequence', 'id', eb.fn.coalesce('repetitions', eb.lit(0)).as('repetitions')]);
