import type { Services } from '#server/services.ts';
import { findFileDamage } from '#server/storage/check-file.ts';
import { recordDamage } from './damaged-files.ts';

const atOnce = 100;
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

/** Checks the stored files in order of id, starting after `position`. Calls `onChecked` after each file. */
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
      .select(['id', 'size', 'sha256', 'damage as known']);
    if (last !== undefined) query = query.where('id', '>', last);
    const documents = await query.orderBy('id').limit(atOnce).execute();
    for (const document of documents) {
      const damage = await findFileDamage(files, document, throttle);
      if (damage ?? document.known) await recordDamage(db, document.id, damage, clock());
      checked.files += 1;
      checked.bytes += document.size;
      if (damage) checked[damage] += 1;
      if (!damage && document.known) checked.mended += 1;
      last = document.id;
      onChecked?.(last);
    }
    if (documents.length < atOnce) return checked;
  }
}

const isKey = (name: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);

export type OrphanDeletionResult = { orphans: number; leftovers: number; leftAlone: number };

/**
 * Deletes stored files that are older than a day and have no database row. Deletes nothing if most files have no row,
 * because they then belong to another database. Before deleting, awaits `settle`, so that uploads in progress can write
 * their rows, and then looks for the row of each file again.
 */
export async function deleteOrphanedFiles(
  { db, files, clock, log }: Pick<Services, 'db' | 'files' | 'clock' | 'log'>,
  settle: () => Promise<unknown> = async () => {},
): Promise<OrphanDeletionResult> {
  const moment = new Date(clock().getTime() - dayMs);
  const named = async (keys: readonly string[]) => {
    const rows = await db.selectFrom('documents').select('id').where('id', 'in', keys).execute();
    return new Set(rows.map(({ id }) => id));
  };
  const orphans: string[] = [];
  let owned = 0;
  const sort = async (candidates: { key: string; since: Date }[]) => {
    if (candidates.length === 0) return;
    const keys = await named(candidates.map(({ key }) => key));
    owned += keys.size;
    for (const { key, since } of candidates) {
      if (!keys.has(key) && since < moment) orphans.push(key);
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
  if (orphans.length > owned) {
    log.error(
      { orphans: orphans.length, owned },
      'most files have no row in this database: none is deleted',
    );
    return { orphans: 0, leftovers, leftAlone: orphans.length };
  }
  let removed = 0;
  if (orphans.length > 0) await settle();
  for (const key of orphans) {
    if ((await named([key])).size > 0) continue;
    await files.remove(key);
    removed += 1;
  }
  if (removed > 0 || leftovers > 0)
    log.info({ removed, leftovers }, 'files without a row are deleted');
  return { orphans: removed, leftovers, leftAlone: 0 };
}
