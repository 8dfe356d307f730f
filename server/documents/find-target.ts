import { documentKinds, type UploadKind } from '#contract/documents.ts';
import { Problem } from '#contract/problem.ts';
import { chooseDeadline } from '#contract/rules/choose-deadline.ts';
import type { DueKind } from '#contract/rules/deadlines.ts';
import type { Standing } from '#contract/submissions.ts';
import type { Content } from '#server/content/content.ts';
import type { Db, Row } from '#server/db/tables.ts';
import { submissionsOf } from './submissions-of.ts';

type Group = Pick<Row<'groups'>, 'id' | 'program' | 'cohort_id' | 'created_at'>;

/** Returns the member that owns the file; null for a file of the whole group. */
export const ownerOf = (kind: UploadKind, memberId: string): string | null =>
  kind === 'certificate' ? memberId : null;

type File = {
  kind: UploadKind;
  memberId: string;
  /** The deadline that the student chose. */
  deadline?: string | undefined;
  /** The deadline that an earlier call chose. It is used again if it still asks for the kind. */
  found?: string | undefined;
};

/**
 * Returns the deadline of an upload: the chosen one, otherwise the result of `chooseDeadline`; undefined if no
 * deadline of the group asks for the kind. Throws `invalid`.
 */
export async function findTarget(
  db: Db,
  content: Content,
  group: Group,
  { kind, memberId, deadline, found: earlier }: File,
  at: Date,
): Promise<Standing | undefined> {
  const all = (await submissionsOf(db, content, [group], at)).get(group.id) ?? [];
  if (deadline !== undefined || kind === 'report') return getAsking(all, kind, deadline);
  const stillAsking = findAsking(all, kind, earlier);
  return stillAsking ?? chooseDeadline(all, { kind, memberId: ownerOf(kind, memberId) }, at);
}

const findAsking = (
  submissions: readonly Standing[],
  kind: DueKind,
  deadline: string | undefined,
) =>
  submissions.find(
    ({ deadlineId, documents }) => deadlineId === deadline && documents.includes(kind),
  );

/** Returns the deadline with this id. Throws `invalid` if it does not exist or does not ask for the kind. */
export function getAsking(
  submissions: readonly Standing[],
  kind: DueKind,
  deadline: string | undefined,
): Standing {
  const match = findAsking(submissions, kind, deadline);
  if (match) return match;
  const message =
    kind === 'report'
      ? 'Say for which month the report is: choose one of its deadlines.'
      : `This deadline does not ask your group for this file (${documentKinds[kind].label}): choose another one.`;
  throw new Problem('invalid', message, { fields: { deadline: message } });
}
