import { UploadKind } from '#contract/documents.ts';
import { chooseDeadline, findHandedIn } from '#contract/rules/choose-deadline.ts';
import { isPassed } from '#contract/rules/deadlines.ts';
import type { NextDeadline, ReusableVersion, Standing } from '#contract/submissions.ts';
import type { Db } from '#server/db/tables.ts';
import { ownerOf } from '#server/documents/find-target.ts';
import { withLastVersion } from '#server/groups/newest-files.ts';

/** Returns the default deadline for each kind of file that deadlines ask for. */
export const findNext = (
  submissions: readonly Standing[],
  memberId: string,
  now: Date,
): NextDeadline[] =>
  UploadKind.options.flatMap((kind) => {
    const target = chooseDeadline(submissions, { kind, memberId: ownerOf(kind, memberId) }, now);
    return target ? [{ kind, deadlineId: target.deadlineId }] : [];
  });

/**
 * Returns the newest version of each file that an open deadline misses: the group's files and the member's own.
 * Excludes monthly reports, because each is about its month.
 */
export async function findReusable(
  db: Db,
  submissions: readonly Standing[],
  { groupId, memberId }: { groupId: string; memberId: string },
  now: Date,
): Promise<ReusableVersion[]> {
  const newest = await withLastVersion(db, JSON.stringify([groupId]))
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
    const isRefused = takenUntil !== null && isPassed({ due: takenUntil }, now);
    if (state === 'excused' || isRefused) return [];
    return documents.flatMap((kind) => {
      const file = newest.find((document) => document.kind === kind);
      if (!file || findHandedIn(submission, { kind, memberId: file.member_id })) return [];
      const { id: documentId, version, uploaded_at: uploadedAt } = file;
      return [{ deadlineId, kind, documentId, version, uploadedAt }];
    });
  });
}
