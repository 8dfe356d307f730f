import { documentKinds, type UploadKind } from '#contract/documents.ts';
import { Problem } from '#contract/problem.ts';
import { chooseDeadline } from '#contract/rules/choose-deadline.ts';
import type { DueKind } from '#contract/rules/deadlines.ts';
import type { Standing } from '#contract/submissions.ts';
import type { Content } from '#server/content/content.ts';
import type { Db, Row } from '#server/db/tables.ts';
import { submissionsOf } from './submissions-of.ts';

type Group = Pick<Row<'groups'>, 'id' | 'program' | 'cohort_id' | 'created_at'>;

/** Whose file it is: null for a file of the whole group. */
export const ownerOf = (kind: UploadKind, memberId: string): string | null =>
  kind === 'certificate' ? memberId : null;

type File = {
  kind: UploadKind;
  memberId: string;
  /** The deadline that the student chose. */
  deadline?: string | undefined;
  /** The deadline that was found before, which is kept as long as it asks for the kind. */
  found?: string | undefined;
};

/**
 * Returns the deadline that an upload is for: the chosen one, otherwise the one that `chooseDeadline` finds; undefined
 * if no deadline of the group asks for the kind. Throws `invalid`.
 */
export async function findTarget(
  db: Db,
  content: Content,
  group: Group,
  { kind, memberId, deadline, found }: File,
  at: Date,
): Promise<Standing | undefined> {
  const all = (await submissionsOf(db, content, [group], at)).get(group.id) ?? [];
  if (deadline !== undefined || kind === 'report') return getAsking(all, kind, deadline);
  const kept = findAsking(all, kind, found);
  return kept ?? chooseDeadline(all, { kind, memberId: ownerOf(kind, memberId) }, at);
}

const findAsking = (
  submissions: readonly Standing[],
  kind: DueKind,
  deadline: string | undefined,
) =>
  submissions.find(
    ({ deadlineId, documents }) => deadlineId === deadline && documents.includes(kind),
  );

/** Throws `invalid` if none of the group's deadlines with this id asks for the kind. */
export function getAsking(
  submissions: readonly Standing[],
  kind: DueKind,
  deadline: string | undefined,
): Standing {
  const found = findAsking(submissions, kind, deadline);
  if (found) return found;
  const message =
    kind === 'report'
      ? 'Say for which month the report is: choose one of its deadlines.'
      : `This deadline does not ask your group for this file (${documentKinds[kind].label}): choose another one.`;
  throw new Problem('invalid', message, { fields: { deadline: message } });
}
