import type { Db, Row } from '#server/db/tables.ts';
import { damageOf } from '#server/storage/check-file.ts';
import type { FileStore } from '#server/storage/file-store.ts';
import { type Follower, Step } from './progress.ts';

const atOnce = 100;

type File = Pick<Row<'documents'>, 'id' | 'size' | 'sha256'>;

export type Moved = {
  moved: number;
  /** Of an earlier move, or sent since. */
  there: number;
  /** Neither place has them as their rows say. */
  lost: string[];
};

/**
 * Copies each row's file that is not in its new place yet, while a portal serves that falls back to the old one, where
 * everything stays. Every file is held against size and SHA-256 of its row: as it passes, or where it is already. Goes
 * on where an earlier one ended. Throws the follower's reason when they cancel.
 */
export async function moveFiles(
  db: Db,
  { from, to }: { from: FileStore; to: FileStore },
  follower: Follower = {},
): Promise<Moved> {
  const moved: Moved = { moved: 0, there: 0, lost: [] };
  const { files, bytes } = await db
    .selectFrom('documents')
    .select(({ fn }) => [fn.countAll().as('files'), fn.sum('size').as('bytes')])
    .executeTakeFirstOrThrow();
  const totals = { rows: Number(files), files: Number(files), bytes: Number(bytes) };
  const step = new Step('Moving', follower, totals);
  for await (const file of filesIn(db)) {
    if (!(await damageOf(to, file))) moved.there += 1;
    else if (await copy(file, from, to)) moved.moved += 1;
    else moved.lost.push(file.id);
    step.add({ rows: 1, files: 1, bytes: file.size });
  }
  return moved;
}

/** Returns whether it was what its row says. */
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

async function* filesIn(db: Db): AsyncGenerator<File> {
  let last: string | undefined;
  for (;;) {
    let query = db.selectFrom('documents').select(['id', 'size', 'sha256']);
    if (last !== undefined) query = query.where('id', '>', last);
    const files = await query.orderBy('id').limit(atOnce).execute();
    yield* files;
    last = files.at(-1)?.id;
    if (files.length < atOnce) return;
  }
}
