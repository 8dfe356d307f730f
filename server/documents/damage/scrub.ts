import type { Db } from '#server/db/tables.ts';
import type { Services } from '#server/services.ts';
import { findFileDamage } from '#server/storage/check-file.ts';
import { recordDamage } from './damaged-files.ts';

const atOnce = 100;
/** Recording damage counts like reading this much, so that a store without its files does not cause constant writing. */
const recordBytes = 256 * 1024;
const dayMs = 24 * 3_600_000;

/** Called after reading `bytes`. Waits as long as necessary to limit the bytes read per second. Rejects on shutdown. */
export type Throttle = (bytes: number) => Promise<void>;

export type FileCheckResult = {
  files: number;
  bytes: number;
  missing: number;
  altered: number;
  mended: number;
};

/** Checks all files except removed ones, in order of id after `position`. Calls `onChecked` after each file. */
export async function checkStoredFiles(
  { db, files, clock }: Pick<Services, 'db' | 'files' | 'clock'>,
  {
    position,
    throttle,
    onChecked,
  }: {
    position?: string | undefined;
    throttle?: Throttle;
    onChecked?: (documentId: string) => void;
  } = {},
): Promise<FileCheckResult> {
  const checked: FileCheckResult = { files: 0, bytes: 0, missing: 0, altered: 0, mended: 0 };
  let last = position;
  for (;;) {
    let query = db
      .selectFrom('documents')
      .leftJoin('damaged_files', 'document_id', 'id')
      .select(['id', 'size', 'sha256', 'damage as known'])
      .where('removed_at', 'is', null);
    if (last !== undefined) query = query.where('id', '>', last);
    const documents = await query.orderBy('id').limit(atOnce).execute();
    for (const document of documents) {
      const damage = await findFileDamage(files, document, throttle);
      last = document.id;
      if (damage && (await isFileRemoved(db, document.id))) {
        await recordDamage(db, document.id, undefined, clock());
        onChecked?.(last);
        continue;
      }
      if (damage !== (document.known ?? undefined)) {
        await recordDamage(db, document.id, damage, clock());
        await throttle?.(recordBytes);
      }
      checked.files += 1;
      checked.bytes += document.size;
      if (damage) checked[damage] += 1;
      if (!damage && document.known) checked.mended += 1;
      onChecked?.(last);
    }
    if (documents.length < atOnce) return checked;
  }
}

/** Returns true if the file was removed after its row was read, so that it is not damaged. */
const isFileRemoved = async (db: Db, documentId: string): Promise<boolean> =>
  (await db
    .selectFrom('documents')
    .select('id')
    .where('id', '=', documentId)
    .where('removed_at', 'is not', null)
    .executeTakeFirst()) !== undefined;

const isKey = (name: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);

export type OrphanDeletionResult = { orphans: number; leftovers: number; leftAlone: number };

/**
 * Deletes the files of removed documents, and stored files that are older than a day and have no database row. Deletes
 * none of the latter if most files have no row, because they then belong to another database. Before deleting these,
 * awaits `settle`, so that uploads in progress can write their rows, and then looks for the row of each file again.
 */
export async function deleteOrphanedFiles(
  { db, files, clock, log }: Pick<Services, 'db' | 'files' | 'clock' | 'log'>,
  settle: () => Promise<unknown> = async () => {},
): Promise<OrphanDeletionResult> {
  const moment = new Date(clock().getTime() - dayMs);
  const readRows = async (keys: readonly string[]) => {
    const query = db.selectFrom('documents').select(['id', 'removed_at']);
    const rows = await query.where('id', 'in', keys).execute();
    return new Map(rows.map(({ id, removed_at }) => [id, { isRemoved: removed_at !== null }]));
  };
  const orphans: string[] = [];
  const removed: string[] = [];
  let owned = 0;
  const sort = async (candidates: { key: string; since: Date }[]) => {
    if (candidates.length === 0) return;
    const rows = await readRows(candidates.map(({ key }) => key));
    owned += rows.size;
    for (const { key, since } of candidates) {
      const row = rows.get(key);
      if (!row && since < moment) orphans.push(key);
      if (row?.isRemoved) removed.push(key);
    }
  };
  let batch: { key: string; since: Date }[] = [];
  for await (const file of files.list()) {
    if (!isKey(file.key)) continue;
    batch.push(file);
    if (batch.length < atOnce) continue;
    await sort(batch);
    batch = [];
  }
  await sort(batch);
  const leftovers = await files.removeLeftovers(moment);
  for (const key of removed) await files.remove(key);
  let deleted = removed.length;
  if (orphans.length > owned) {
    log.error(
      { orphans: orphans.length, owned },
      'most files have no row in this database: none is deleted',
    );
    return { orphans: deleted, leftovers, leftAlone: orphans.length };
  }
  if (orphans.length > 0) await settle();
  for (const key of orphans) {
    if ((await readRows([key])).size > 0) continue;
    await files.remove(key);
    deleted += 1;
  }
  if (deleted > 0 || leftovers > 0)
    log.info({ deleted, leftovers }, 'files that no row needs are deleted');
  return { orphans: deleted, leftovers, leftAlone: 0 };
}
