import {
  appliesToProgram,
  assignFilesToDeadlines,
  buildSubmission,
  type GroupDeadline,
  type SubmissionWithFiles,
} from '#contract/rules/submissions.ts';
import type { PortalContent } from '#server/content/content.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';

type GroupFacts = Pick<DatabaseRow<'groups'>, 'id' | 'program' | 'cohort_id' | 'created_at'>;

/** Returns each group's submissions for the deadlines of its program. Reads all groups with three queries. */
export async function readSubmissions(
  db: Db,
  content: PortalContent,
  groups: readonly GroupFacts[],
  now: Date,
): Promise<Map<string, SubmissionWithFiles[]>> {
  const result = new Map<string, SubmissionWithFiles[]>();
  if (groups.length === 0) return result;
  const ids = groups.map(({ id }) => id);
  const members = Map.groupBy(await membersOf(db, ids), ({ group_id }) => group_id);
  const files = Map.groupBy(await filesOf(db, ids), ({ groupId }) => groupId);
  const agreed = Map.groupBy(await agreedOf(db, ids), ({ group_id }) => group_id);
  const cohorts = new Map<string | null, Awaited<ReturnType<PortalContent['cohort']>>>();
  for (const { cohort_id } of groups) {
    if (!cohorts.has(cohort_id)) cohorts.set(cohort_id, await content.cohort(db, cohort_id));
  }
  for (const { id, program, cohort_id, created_at } of groups) {
    const deadlines = cohorts.get(cohort_id)?.deadlines ?? [];
    const programDeadlines = deadlines.filter((deadline) => appliesToProgram(deadline, program));
    const facts = {
      members: (members.get(id) ?? []).map((member) => member.id),
      files: assignFilesToDeadlines(files.get(id) ?? [], programDeadlines),
      createdAt: created_at,
    };
    result.set(
      id,
      programDeadlines.map((deadline) => {
        const row = agreed.get(id)?.find(({ deadline_id }) => deadline_id === deadline._id);
        return buildSubmission({ deadline, ...facts, agreed: row && toGroupDeadline(row) }, now);
      }),
    );
  }
  return result;
}

export const toGroupDeadline = (
  row: Pick<DatabaseRow<'group_deadlines'>, 'due' | 'is_excused' | 'earlier_than'>,
): GroupDeadline => ({
  due: row.due,
  isExcused: row.is_excused === 1,
  earlierThan: row.earlier_than,
});

const membersOf = (db: Db, ids: readonly string[]) =>
  db.selectFrom('members').select(['id', 'group_id']).where('group_id', 'in', ids).execute();

const filesOf = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('documents')
    .leftJoin('submissions', 'submissions.document_id', 'documents.id')
    .select([
      'documents.group_id as groupId',
      'documents.kind',
      'documents.member_id as memberId',
      'submissions.deadline_id as deadlineId',
      'documents.version',
    ])
    .select(({ fn }) => fn.coalesce('submissions.submitted_at', 'documents.uploaded_at').as('at'))
    .where('documents.group_id', 'in', ids)
    .$narrowType<{ groupId: string }>()
    .execute();

const agreedOf = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('group_deadlines')
    .select(['group_id', 'deadline_id', 'due', 'is_excused', 'earlier_than'])
    .where('group_id', 'in', ids)
    .execute();
