import { createHash } from 'node:crypto';
import type { FileFault } from '#contract/admin.ts';
import type { Db, Row } from '#server/db/tables.ts';
import type { FileStore } from './disk.ts';

type Fault = FileFault['fault'];
type Whole = Pick<Row<'documents'>, 'id' | 'size' | 'sha256'>;

/** What is wrong with a kept file, held against its row byte by byte; `onBytes` may slow the reading down. */
export async function faultOf(
  files: Pick<FileStore, 'open'>,
  { id, size, sha256 }: Whole,
  onBytes: (bytes: number) => Promise<void> = async () => {},
): Promise<Fault | undefined> {
  const hash = createHash('sha256');
  let length = 0;
  try {
    for await (const chunk of files.open(id)) {
      hash.update(chunk);
      length += chunk.length;
      await onBytes(chunk.length);
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return 'missing';
    // The disk cannot read it any more.
    if (code === 'EIO') return 'altered';
    throw error;
  }
  return length === size && hash.digest('hex') === sha256 ? undefined : 'altered';
}

/** Writes down what was found of a file; a fault that is mended goes. */
export async function noteFault(
  db: Db,
  documentId: string,
  fault: Fault | undefined,
  now: Date,
): Promise<void> {
  if (!fault) {
    await db.deleteFrom('file_faults').where('document_id', '=', documentId).execute();
    return;
  }
  await db
    .insertInto('file_faults')
    .values({ document_id: documentId, fault, found_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('document_id').doUpdateSet({ fault }))
    .execute();
}

/** What the scrub knows to be wrong with a kept file. */
export async function knownFaultOf(db: Db, documentId: string): Promise<Fault | undefined> {
  const known = await db
    .selectFrom('file_faults')
    .select('fault')
    .where('document_id', '=', documentId)
    .executeTakeFirst();
  return known?.fault;
}

/** What the scrub knows of, the newest first and no more than fit a page: a lost disk has as many as there are files. */
export function fileFaults(db: Db): Promise<FileFault[]> {
  return db
    .selectFrom('file_faults')
    .innerJoin('documents', 'documents.id', 'file_faults.document_id')
    .leftJoin('groups', 'groups.id', 'documents.group_id')
    .leftJoin('members', 'members.id', 'documents.member_id')
    .leftJoin('users', 'users.id', 'documents.user_id')
    .select([
      'documents.id as documentId',
      'documents.kind',
      'documents.version',
      'documents.name',
      'documents.group_id as groupId',
      'groups.name as groupName',
      'members.name as memberName',
      'users.name as userName',
      'file_faults.fault',
      'file_faults.found_at as foundAt',
    ])
    .orderBy('file_faults.found_at', 'desc')
    .orderBy('documents.id')
    .limit(200)
    .execute();
}
