import { randomUUID } from 'node:crypto';
import { type ExpressionBuilder, sql } from 'kysely';
import { Problem } from '#contract/problem.ts';
import { getKindFacts } from '#contract/rules/document-kinds.ts';
import type { DocumentKind } from '#contract/rules/kinds.ts';
import { isDefinitelyNotCommitted } from '#server/db/connect.ts';
import type { DatabaseRow, Tables } from '#server/db/tables.ts';
import type { JobWriteContext } from '#server/db/write-context.ts';
import type { Caller } from '#server/http/serve.ts';
import { type FileStore, FilesUnavailableError } from '#server/storage/file-store.ts';
import type { ReceivedFile } from '#server/storage/received-file.ts';
import { requireSpaceForFile } from './removal/require-space.ts';

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

/**
 * Inserts the row of a new version and returns it. The caller must hold the lock on the group. Throws
 * `storage-full`.
 */
export async function addDocument(
  { trx, services, caller, now }: JobWriteContext & { caller: Pick<Caller, 'userId' | 'name'> },
  { id, file }: StoredFile,
  owner: DocumentOwner,
): Promise<DatabaseRow<'documents'>> {
  const isOwner = {
    user_id: owner.userId ?? null,
    group_id: owner.groupId ?? null,
    member_id: owner.memberId ?? null,
    deadline_id: owner.deadlineId ?? null,
  };
  const row = trx
    .insertInto('documents')
    .values((eb) => ({
      id,
      kind: file.kind,
      ...isOwner,
      version: sql<number>`1 + ${selectLastVersion(eb, file.kind, isOwner)}`,
      name: file.name,
      media_type: file.mediaType,
      warning: file.warning,
      size: file.stored.size,
      sha256: file.stored.sha256,
      uploaded_by: caller.userId,
      uploaded_by_name: caller.name,
      uploaded_at: now.toISOString(),
    }))
    .returningAll();
  const owners = { groupId: owner.groupId, userId: caller.userId };
  const added = await row.executeTakeFirstOrThrow();
  if (!getKindFacts(file.kind).hasVersionQuota)
    await requireSpaceForFile(trx, services.config, owners);
  return added;
}

type Owner = Pick<DatabaseRow<'documents'>, 'user_id' | 'group_id' | 'member_id' | 'deadline_id'>;

const selectLastVersion = (
  eb: ExpressionBuilder<Tables, 'documents'>,
  kind: DocumentKind,
  owner: Owner,
) =>
  eb
    .selectFrom('documents')
    .select(({ fn }) => fn.coalesce(fn.max('version'), sql.lit(0)).as('version'))
    .where('kind', '=', kind)
    .where('user_id', 'is not distinct from', owner.user_id)
    .where('group_id', 'is not distinct from', owner.group_id)
    .where('member_id', 'is not distinct from', owner.member_id)
    .where('deadline_id', 'is not distinct from', owner.deadline_id);
