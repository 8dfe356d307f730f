import { Problem } from '#contract/problem.ts';
import { chooseDeadlineForFile } from '#contract/rules/choose-deadline.ts';
import { getKindFacts } from '#contract/rules/document-kinds.ts';
import { getSubmissionOf } from '#contract/rules/newcomers.ts';
import type { SubmissionWithFiles } from '#contract/rules/submissions.ts';
import type { CohortKind } from '#contract/settings/kinds.ts';
import type { PortalContent } from '#server/content/content.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { readSubmissions } from './read-submissions.ts';
import { getFileOwnerId } from './upload-kinds.ts';

type Group = Pick<DatabaseRow<'groups'>, 'id' | 'program' | 'cohort_id' | 'created_at'>;

type File = {
  kind: CohortKind;
  memberId: string;
  deadline?: string | undefined;
  /** The deadline chosen when the upload began. It remains the target if it still requires this kind of file. */
  previousDeadline?: string | undefined;
};

/** Returns the requested deadline, or chooses one, as it concerns the member. Throws `invalid` if it is unsuitable or a report has no deadline. */
export async function findDeadlineForUpload(
  db: Db,
  content: PortalContent,
  group: Group,
  { kind, memberId, deadline, previousDeadline }: File,
  at: Date,
): Promise<SubmissionWithFiles | undefined> {
  const ofGroup = (await readSubmissions(db, content, [group], at)).get(group.id) ?? [];
  const all = ofGroup.map((submission) => getSubmissionOf(submission, memberId, kind.kind));
  if (deadline !== undefined || getKindFacts(kind.kind).isPerDeadline)
    return getDeadlineForKind(all, kind, deadline);
  const stillAsking = findDeadlineForKind(all, kind.kind, previousDeadline);
  return (
    stillAsking ??
    chooseDeadlineForFile(all, { kind: kind.kind, memberId: getFileOwnerId(kind, memberId) }, at)
  );
}

const findDeadlineForKind = (
  submissions: readonly SubmissionWithFiles[],
  kind: string,
  deadline: string | undefined,
) =>
  submissions.find(
    ({ deadlineId, documents }) => deadlineId === deadline && documents.includes(kind),
  );

/** Returns the deadline. Throws `invalid` if it does not exist or does not require this kind of file. */
export function getDeadlineForKind(
  submissions: readonly SubmissionWithFiles[],
  { kind, label }: Pick<CohortKind, 'kind' | 'label'>,
  deadline: string | undefined,
): SubmissionWithFiles {
  const match = findDeadlineForKind(submissions, kind, deadline);
  if (match) return match;
  const message = getKindFacts(kind).isPerDeadline
    ? 'Choose which month’s deadline this report is for.'
    : `Your group doesn’t submit this file (${label}) for this deadline. Choose another deadline.`;
  throw new Problem('invalid', message, { fields: { deadline: message } });
}
