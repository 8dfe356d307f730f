import { type DocumentInfo, getDocumentUrl, maxListedVersions } from '#contract/documents.ts';
import { privateKinds, type StandardKind } from '#contract/rules/document-kinds.ts';
import { isIdInJsonArray, prepareQuery } from '#server/db/prepared-query.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import { selectDocumentsWithLastVersion } from './newest-files.ts';
import { toRemoval } from './removed-file.ts';

/** The versions of the groups' documents, newest first. `ids` is a JSON array of groups. */
export const documentsIn = prepareQuery((db, { ids }: { ids: string }) =>
  selectDocumentsWithLastVersion(db, ids)
    .select(['documents.id', 'documents.group_id', 'documents.kind', 'documents.member_id'])
    .select(['documents.deadline_id', 'version', 'name', 'media_type', 'warning', 'size', 'sha256'])
    .select(['uploaded_at', 'uploaded_by_name', 'checked_at', 'checked_by_name'])
    .select(['removed_at', 'removed_by_name', 'removal_reason'])
    .where('documents.kind', 'not in', privateKinds)
    .where((eb) =>
      eb.or([
        eb('removed_at', 'is', null),
        eb('version', '>', eb('newest.last', '-', maxListedVersions)),
      ]),
    )
    .orderBy('uploaded_at', 'desc')
    .orderBy('version', 'desc')
    // A proposal's documents have the same upload time: list the group's documents before its members'.
    .orderBy((eb) => eb('documents.member_id', 'is not', null))
    .orderBy('documents.kind')
    .orderBy('documents.id'),
);

/** The submissions of the groups' documents for deadlines. `ids` is a JSON array of groups. */
export const submissionsIn = prepareQuery((db, { ids }: { ids: string }) =>
  db
    .selectFrom('submissions')
    .innerJoin('documents', 'documents.id', 'submissions.document_id')
    .select(['document_id', 'submissions.deadline_id', 'submitted_at'])
    .where(isIdInJsonArray(db, 'documents.group_id', ids))
    .orderBy('submitted_at')
    .orderBy('submissions.deadline_id'),
);

/** Returns the URL of the newest version that is not removed. */
export function findNewestUrl(documents: DocumentInfo[], kind: StandardKind): string | null {
  const ofKind = documents.filter((document) => document.kind === kind && !document.removed);
  const last = ofKind.toSorted((a, b) => b.version - a.version)[0];
  return last?.url ?? null;
}

type DocumentRow = Omit<Awaited<ReturnType<typeof documentsIn>>[number], 'group_id'>;

type SubmissionRow = Pick<
  DatabaseRow<'submissions'>,
  'document_id' | 'deadline_id' | 'submitted_at'
>;

/** `submissions` may also contain submissions of other documents, which are ignored. */
export const toDocumentInfo = (
  row: DocumentRow,
  submissions: readonly SubmissionRow[],
): DocumentInfo => ({
  _id: row.id,
  kind: row.kind,
  memberId: row.member_id,
  deadlineId: row.deadline_id,
  version: row.version,
  name: row.name,
  mediaType: row.media_type,
  warning: row.warning,
  size: row.size,
  sha256: row.sha256,
  uploadedAt: row.uploaded_at,
  uploadedBy: row.uploaded_by_name,
  checkedAt: row.checked_at,
  checkedBy: row.checked_by_name,
  submissions: submissions
    .filter(({ document_id }) => document_id === row.id)
    .map(({ deadline_id, submitted_at }) => ({ deadlineId: deadline_id, at: submitted_at })),
  removed: toRemoval(row),
  url: getDocumentUrl(row.id),
});
