import { UploadKind } from '#contract/documents.ts';
import { chooseDeadlineForFile, findCountedFile } from '#contract/rules/choose-deadline.ts';
import { isDeadlinePassed } from '#contract/rules/deadlines.ts';
import type { SubmissionWithFiles } from '#contract/rules/submissions.ts';
import type { DefaultDeadline, ReusableVersion } from '#contract/submissions.ts';
import type { Db } from '#server/db/tables.ts';
import { getFileOwnerId } from '#server/documents/find-target.ts';
import { selectDocumentsWithLastVersion } from '#server/groups/newest-files.ts';

/** For each kind of file, returns the deadline that an upload counts towards by default. */
export const findDefaultDeadlines = (
  submissions: readonly SubmissionWithFiles[],
  memberId: string,
  now: Date,
): DefaultDeadline[] =>
  UploadKind.options.flatMap((kind) => {
    const target = chooseDeadlineForFile(
      submissions,
      { kind, memberId: getFileOwnerId(kind, memberId) },
      now,
    );
    return target ? [{ kind, deadlineId: target.deadlineId }] : [];
  });

/**
 * Returns files that can be reused for each deadline: the latest version of each required kind that the group or the
 * member has uploaded, unless a file already counts for the deadline. Excludes monthly reports, because each belongs to
 * one month.
 */
export async function findReusableFileVersions(
  db: Db,
  submissions: readonly SubmissionWithFiles[],
  { groupId, memberId }: { groupId: string; memberId: string },
  now: Date,
): Promise<ReusableVersion[]> {
  const newest = await selectDocumentsWithLastVersion(db, JSON.stringify([groupId]))
    .select(['documents.id', 'documents.kind', 'documents.member_id'])
    .select(['documents.version', 'documents.uploaded_at'])
    .whereRef('documents.version', '=', 'newest.last')
    .where('documents.kind', '!=', 'report')
    .where((eb) =>
      eb.or([eb('documents.member_id', 'is', null), eb('documents.member_id', '=', memberId)]),
    )
    .execute();
  return submissions.flatMap((submission) => {
    const { deadlineId, documents, state, takenUntil } = submission;
    const isRefused = takenUntil !== null && isDeadlinePassed({ due: takenUntil }, now);
    if (state === 'excused' || isRefused) return [];
    return documents.flatMap((kind) => {
      const file = newest.find((document) => document.kind === kind);
      if (!file || findCountedFile(submission, { kind, memberId: file.member_id })) return [];
      const { id: documentId, version, uploaded_at: uploadedAt } = file;
      return [{ deadlineId, kind, documentId, version, uploadedAt }];
    });
  });
}
