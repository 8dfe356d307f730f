import type { Certificate } from '#contract/students/certificates.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';

const entries = (db: Db) =>
  db
    .selectFrom('certificates')
    .leftJoin('documents', 'documents.id', 'certificates.document_id')
    .selectAll('certificates')
    .select('documents.version as document_version');

type Read = DatabaseRow<'certificates'> & { document_version: number | null };

/** Returns a member's certificates, oldest first. */
export const readCertificateRows = (db: Db, memberId: string): Promise<Read[]> =>
  entries(db)
    .where('certificates.member_id', '=', memberId)
    .orderBy('certificates.created_at')
    .orderBy('certificates.id')
    .execute();

export const readCertificate = async (db: Db, id: string): Promise<Certificate> =>
  toCertificate(await entries(db).where('certificates.id', '=', id).executeTakeFirstOrThrow());

export const toCertificate = (row: Read): Certificate => ({
  _id: row.id,
  title: row.title,
  provider: row.provider,
  countsFor: row.counts_for,
  courseId: row.course_id,
  revision: row.revision,
  state: row.state,
  reason: row.state === 'returned' ? row.reason : null,
  checkedAt: row.checked_at,
  checkedBy: row.checked_by_name,
  checkedVersion: row.document_version,
});

/** Returns true if the current decision has not been emailed to the student. */
export const isDecisionUnsent = ({
  state,
  reason,
  told_state,
  told_reason,
}: DatabaseRow<'certificates'>) =>
  state !== 'unchecked' &&
  (state !== told_state || (state === 'returned' && reason !== told_reason));
