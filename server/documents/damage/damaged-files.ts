import type { DamagedFile } from '#contract/admin/attention.ts';
import type { DocumentKind } from '#contract/rules/kinds.ts';
import type { Db } from '#server/db/tables.ts';
import type { FileDamage } from '#server/storage/check-file.ts';

export async function recordDamage(
  db: Db,
  documentId: string,
  damage: FileDamage | undefined,
  now: Date,
): Promise<void> {
  if (!damage) {
    await db.deleteFrom('damaged_files').where('document_id', '=', documentId).execute();
    return;
  }
  await db
    .insertInto('damaged_files')
    .values({ document_id: documentId, damage, found_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('document_id').doUpdateSet({ damage }))
    .execute();
}

export async function findKnownDamage(db: Db, documentId: string): Promise<FileDamage | undefined> {
  const known = await db
    .selectFrom('damaged_files')
    .select('damage')
    .where('document_id', '=', documentId)
    .executeTakeFirst();
  return known?.damage;
}

/** SQLite reads the tables of a cross join in this order, so it does not read every document. */
const selectDamagedDocuments = (db: Db) =>
  db
    .selectFrom('damaged_files')
    .crossJoin('documents')
    .whereRef('documents.id', '=', 'damaged_files.document_id');

export async function countDamagedFiles(db: Db): Promise<number> {
  const { total } = await selectDamagedDocuments(db)
    // A file may be removed while the integrity check reads it.
    .where('documents.removed_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

type DamagedFileRow = Omit<DamagedFile, 'label'> & { kind: DocumentKind; cohortId: string | null };

/** Returns only the 200 most recently damaged files, because a disk failure can damage every file. */
export function listDamagedFiles(db: Db): Promise<DamagedFileRow[]> {
  return selectDamagedDocuments(db)
    .where('documents.removed_at', 'is', null)
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
      'groups.cohort_id as cohortId',
      'members.name as memberName',
      'users.name as userName',
      'damaged_files.damage as fault',
      'damaged_files.found_at as foundAt',
    ])
    .orderBy('damaged_files.found_at', 'desc')
    .orderBy('damaged_files.document_id', 'desc')
    .limit(200)
    .execute();
}
