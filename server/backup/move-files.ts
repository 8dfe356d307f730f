import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { findFileDamage } from '#server/storage/check-file.ts';
import type { FileStore } from '#server/storage/file-store.ts';
import { type ProgressOptions, ProgressStep } from './progress.ts';

const batchSize = 100;

type File = Pick<DatabaseRow<'documents'>, 'id' | 'size' | 'sha256'>;

export type FileCopyResult = {
  moved: number;
  /** Number of files that were already intact in the new storage. */
  there: number;
  lost: string[];
};

/** Copies files that are missing or damaged in the storage `to`. Throws the abort signal's reason if cancelled. */
export async function copyFilesToStorage(
  db: Db,
  { from, to }: { from: FileStore; to: FileStore },
  progress: ProgressOptions = {},
): Promise<FileCopyResult> {
  const moved: FileCopyResult = { moved: 0, there: 0, lost: [] };
  const { files, bytes } = await db
    .selectFrom('documents')
    .select(({ fn }) => [fn.countAll().as('files'), fn.sum('size').as('bytes')])
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  const totals = { rows: Number(files), files: Number(files), bytes: Number(bytes) };
  const step = new ProgressStep('Moving', progress, totals);
  for await (const file of listFiles(db)) {
    if (!(await findFileDamage(to, file))) moved.there += 1;
    else if (await copy(file, from, to)) moved.moved += 1;
    else if (!(await isRemoved(db, file.id))) moved.lost.push(file.id);
    step.add({ rows: 1, files: 1, bytes: file.size });
  }
  return moved;
}

async function copy({ id, size, sha256 }: File, from: FileStore, to: FileStore): Promise<boolean> {
  if ((await from.sizeOf(id)) !== size) return false;
  const source = from.open(id);
  const received = await to.receive(source, size).finally(() => source.destroy());
  if (!received) return false;
  try {
    if (received.size !== size || received.sha256 !== sha256) return false;
    await to.keep(received, id);
    return true;
  } finally {
    await to.discard(received);
  }
}

/** Returns true if the file was removed after its row was read. */
async function isRemoved(db: Db, id: string): Promise<boolean> {
  const query = db.selectFrom('documents').select('id').where('id', '=', id);
  return (await query.where('removed_at', 'is not', null).executeTakeFirst()) !== undefined;
}

async function* listFiles(db: Db): AsyncGenerator<File> {
  let last: string | undefined;
  for (;;) {
    let query = db
      .selectFrom('documents')
      .select(['id', 'size', 'sha256'])
      .where('removed_at', 'is', null);
    if (last !== undefined) query = query.where('id', '>', last);
    const files = await query.orderBy('id').limit(batchSize).execute();
    yield* files;
    last = files.at(-1)?.id;
    if (files.length < batchSize) return;
  }
}
