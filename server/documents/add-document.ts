import { randomUUID } from 'node:crypto';
import { Problem } from '#contract/problem.ts';
import { isRefusal } from '#server/db/connect.ts';
import type { Db } from '#server/db/tables.ts';
import type { FileStore } from '#server/storage/disk.ts';
import type { ReceivedFile } from '#server/storage/received-file.ts';

/** A received file made permanent; its row is still to be written. */
export type KeptFile = { id: string; file: ReceivedFile };

/**
 * Makes the files permanent, then does the work that writes their rows. When the work fails, the files go too; when the
 * power does, or the connection to the database, a file may stay without a row, but never a row without its file. The
 * scrub reclaims such a file.
 */
export async function withKept<T>(
  { files: store }: { files: FileStore },
  files: readonly ReceivedFile[],
  work: (kept: KeptFile[]) => Promise<T>,
): Promise<T> {
  const kept: KeptFile[] = [];
  let mayHaveRows = false;
  try {
    for (const file of files) {
      const id = randomUUID();
      await store.keep(file.stored, id);
      kept.push({ id, file });
    }
    mayHaveRows = true;
    return await work(kept);
  } catch (error) {
    // Who lost the connection during the commit does not know whether the rows are there, nor would asking again tell:
    // the commit may still be under way.
    const hasNoRows = !mayHaveRows || error instanceof Problem || isRefusal(error);
    if (hasNoRows) await Promise.all(kept.map(({ id }) => store.remove(id)));
    throw error;
  }
}

export type Owner =
  | { userId: string; groupId?: undefined; memberId?: undefined }
  | { userId?: undefined; groupId: string; memberId?: string | undefined };

/**
 * Writes the row of a kept file as the next version of its kind for its owner; older versions stay (decisions).
 * The caller holds the owner's lock. Gives the version.
 */
export async function addDocument(
  db: Db,
  { id, file }: KeptFile,
  owner: Owner,
  by: { userId: string; name: string },
  now: Date,
): Promise<number> {
  const isOwner = {
    user_id: owner.userId ?? null,
    group_id: owner.groupId ?? null,
    member_id: owner.memberId ?? null,
  };
  const newest = await db
    .selectFrom('documents')
    .select(({ fn }) => fn.max('version').as('version'))
    .where('kind', '=', file.kind)
    .where('user_id', 'is not distinct from', isOwner.user_id)
    .where('group_id', 'is not distinct from', isOwner.group_id)
    .where('member_id', 'is not distinct from', isOwner.member_id)
    .executeTakeFirst();
  const version = (newest?.version ?? 0) + 1;
  await db
    .insertInto('documents')
    .values({
      id,
      kind: file.kind,
      ...isOwner,
      version,
      name: file.name,
      media_type: file.mediaType,
      size: file.stored.size,
      sha256: file.stored.sha256,
      uploaded_by: by.userId,
      uploaded_by_name: by.name,
      uploaded_at: now.toISOString(),
    })
    .execute();
  return version;
}
