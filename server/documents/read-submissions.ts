import { buildSubmission } from '#contract/rules/newcomers.ts';
import {
  appliesToProgram,
  assignFilesToDeadlines,
  type GroupDeadline,
  type SubmissionWithFiles,
} from '#contract/rules/submissions.ts';
import type { PortalContent } from '#server/content/content.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';

type GroupFacts = Pick<DatabaseRow<'groups'>, 'id' | 'program' | 'cohort_id' | 'created_at'> & {
  /** Saves a query if it is known. */
  cohort_version?: number | null;
};

/** Returns each group's submissions for the deadlines of its program. Reads all groups with four queries. */
export async function readSubmissions(
  db: Db,
  content: PortalContent,
  groups: readonly GroupFacts[],
  now: Date,
): Promise<Map<string, SubmissionWithFiles[]>> {
  const result = new Map<string, SubmissionWithFiles[]>();
  if (groups.length === 0) return result;
  const ids = groups.map(({ id }) => id);
  const [members, files, agreed, cohorts] = await readTogether(db, (reader) =>
    Promise.all([
      membersOf(reader, ids),
      filesOf(reader, ids),
      agreedOf(reader, ids),
      readCohorts(reader, content, groups),
    ]),
  );
  const membersByGroup = Map.groupBy(members, ({ group_id }) => group_id);
  const filesByGroup = Map.groupBy(files, ({ groupId }) => groupId);
  const agreedByGroup = Map.groupBy(agreed, ({ group_id }) => group_id);
  for (const { id, program, cohort_id, created_at } of groups) {
    const deadlines = cohorts.get(cohort_id)?.deadlines ?? [];
    const programDeadlines = deadlines.filter((deadline) => appliesToProgram(deadline, program));
    const facts = {
      members: membersByGroup.get(id) ?? [],
      files: assignFilesToDeadlines(filesByGroup.get(id) ?? [], programDeadlines),
      createdAt: created_at,
    };
    result.set(
      id,
      programDeadlines.map((deadline) => {
        const row = agreedByGroup.get(id)?.find(({ deadline_id }) => deadline_id === deadline._id);
        return buildSubmission({ deadline, ...facts, agreed: row && toGroupDeadline(row) }, now);
      }),
    );
  }
  return result;
}

async function readCohorts(db: Db, content: PortalContent, groups: readonly GroupFacts[]) {
  const versions = new Map(groups.map((group) => [group.cohort_id, group.cohort_version]));
  const cohorts = [...versions].map(
    async ([id, version]) => [id, await content.cohort(db, id, version)] as const,
  );
  return new Map(await Promise.all(cohorts));
}

export const toGroupDeadline = (
  row: Pick<DatabaseRow<'group_deadlines'>, 'due' | 'is_excused' | 'earlier_than'>,
): GroupDeadline => ({
  due: row.due,
  isExcused: row.is_excused === 1,
  earlierThan: row.earlier_than,
});

const membersOf = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('members')
    .select(['id', 'group_id', 'name', 'own_due as ownDue'])
    .where('group_id', 'in', ids)
    .where(isCurrentMember)
    .orderBy('position')
    .execute();

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
