import { chooseDeadlineForFile, findCountedFile } from '#contract/rules/choose-deadline.ts';
import { isDeadlinePassed } from '#contract/rules/deadlines.ts';
import { listKindsWith } from '#contract/rules/document-kinds.ts';
import { getSubmissionOf } from '#contract/rules/newcomers.ts';
import type { SubmissionWithFiles } from '#contract/rules/submissions.ts';
import { type CohortKind, isUploaded } from '#contract/settings/kinds.ts';
import type { RequiredFile, ReusableVersion } from '#contract/submissions.ts';
import type { Db } from '#server/db/tables.ts';
import { getFileOwnerId } from '#server/documents/upload-kinds.ts';
import { selectDocumentsWithLastVersion } from '#server/groups/newest-files.ts';

/** For each kind of file, returns the deadline that an upload counts towards by default. */
export const findDefaultDeadlines = (
  submissions: readonly SubmissionWithFiles[],
  kinds: readonly CohortKind[],
  memberId: string,
  now: Date,
): RequiredFile[] =>
  kinds.filter(isUploaded).flatMap(({ kind, isPerMember }) => {
    const target = chooseDeadlineForFile(
      submissions.map((submission) => getSubmissionOf(submission, memberId, kind)),
      { kind, memberId: getFileOwnerId({ isPerMember }, memberId) },
      now,
    );
    return target ? [{ kind, deadlineId: target.deadlineId }] : [];
  });

/** Returns the kinds of files that a deadline lacks only from other members, because this member has submitted one. */
export const findFilesMissingOfOthers = (
  submissions: readonly SubmissionWithFiles[],
  memberId: string,
): RequiredFile[] =>
  submissions.flatMap((submission) =>
    submission.missing
      .filter((kind) => findCountedFile(submission, { kind, memberId }))
      .map((kind) => ({ kind, deadlineId: submission.deadlineId })),
  );

const kindsPerDeadline = listKindsWith(({ isPerDeadline }) => isPerDeadline);

/**
 * Reads the latest version of each file that the group or the member has uploaded. Excludes monthly reports, because each
 * belongs to one deadline.
 */
export const readNewestVersions = (db: Db, groupId: string, memberId: string) =>
  selectDocumentsWithLastVersion(db, JSON.stringify([groupId]))
    .select(['documents.id', 'documents.kind', 'documents.member_id'])
    .select(['documents.version', 'documents.uploaded_at'])
    .whereRef('documents.version', '=', 'newest.last')
    .where('documents.removed_at', 'is', null)
    .where('documents.kind', 'not in', kindsPerDeadline)
    .where((eb) =>
      eb.or([eb('documents.member_id', 'is', null), eb('documents.member_id', '=', memberId)]),
    )
    .execute();

/**
 * Returns files that can be reused for each deadline: the latest version of each required kind, unless a file already
 * counts for the deadline.
 */
export const listReusableVersions = (
  submissions: readonly SubmissionWithFiles[],
  newest: Awaited<ReturnType<typeof readNewestVersions>>,
  memberId: string,
  now: Date,
): ReusableVersion[] =>
  submissions.flatMap((submission) => {
    const { deadlineId, documents } = submission;
    return documents.flatMap((kind) => {
      const { state, takenUntil } = getSubmissionOf(submission, memberId, kind);
      const isRefused = takenUntil !== null && isDeadlinePassed({ due: takenUntil }, now);
      if (state === 'excused' || isRefused) return [];
      const file = newest.find((document) => document.kind === kind);
      if (!file || findCountedFile(submission, { kind, memberId: file.member_id })) return [];
      const { id: documentId, version, uploaded_at: uploadedAt } = file;
      return [{ deadlineId, kind, documentId, version, uploadedAt }];
    });
  });
