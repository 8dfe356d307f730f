import { randomUUID } from 'node:crypto';
import { Problem } from '#contract/problem.ts';
import { isDefinitelyNotCommitted } from '#server/db/connect.ts';
import type { WriteTransaction } from '#server/db/write-context.ts';
import type { Caller } from '#server/http/serve.ts';
import { type FileStore, FilesUnavailableError } from '#server/storage/file-store.ts';
import type { ReceivedFile } from '#server/storage/received-file.ts';

export type StoredFile = { id: string; file: ReceivedFile };

/** Stores the files, then runs `work` to write their rows. Deletes the files if no rows can have been committed. */
export async function withStoredFiles<T>(
  { files: store }: { files: FileStore },
  files: readonly ReceivedFile[],
  work: (storedFiles: StoredFile[]) => Promise<T>,
): Promise<T> {
  const storedFiles: StoredFile[] = [];
  let mayHaveRows = false;
  try {
    for (const file of files) {
      const id = randomUUID();
      await store.keep(file.stored, id);
      storedFiles.push({ id, file });
    }
    mayHaveRows = true;
    return await work(storedFiles);
  } catch (error) {
    // If the connection was lost during the commit, the rows may have been committed.
    const isRefused = error instanceof Problem || error instanceof FilesUnavailableError;
    const hasNoRows = !mayHaveRows || isRefused || isDefinitelyNotCommitted(error);
    // Ignore deletion errors: a periodic job later deletes files without a database row.
    if (hasNoRows) await Promise.allSettled(storedFiles.map(({ id }) => store.remove(id)));
    throw error;
  }
}

export type DocumentOwner =
  | { userId: string; groupId?: undefined; memberId?: undefined; deadlineId?: undefined }
  | {
      userId?: undefined;
      groupId: string;
      memberId?: string | undefined;
      deadlineId?: string | undefined;
    };

/** Inserts the row of a new version and returns the version number. The caller must hold the lock on the group. */
export async function addDocument(
  { trx, caller, now }: WriteTransaction & { caller: Pick<Caller, 'userId' | 'name'> },
  { id, file }: StoredFile,
  owner: DocumentOwner,
): Promise<number> {
  const isOwner = {
    user_id: owner.userId ?? null,
    group_id: owner.groupId ?? null,
    member_id: owner.memberId ?? null,
    deadline_id: owner.deadlineId ?? null,
  };
  const newest = await trx
    .selectFrom('documents')
    .select(({ fn }) => fn.max('version').as('version'))
    .where('kind', '=', file.kind)
    .where('user_id', 'is not distinct from', isOwner.user_id)
    .where('group_id', 'is not distinct from', isOwner.group_id)
    .where('member_id', 'is not distinct from', isOwner.member_id)
    .where('deadline_id', 'is not distinct from', isOwner.deadline_id)
    .executeTakeFirst();
  const version = (newest?.version ?? 0) + 1;
  await trx
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
      uploaded_by: caller.userId,
      uploaded_by_name: caller.name,
      uploaded_at: now.toISOString(),
    })
    .execute();
  return version;
}
