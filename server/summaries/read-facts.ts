import type { SubmittingMember } from '#contract/rules/submissions.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { ScopedGroupQuery } from '#server/groups/lists/select-groups-in-scope.ts';

export type GroupFacts = {
  group: Pick<DatabaseRow<'groups'>, 'id' | 'program' | 'cohort_id' | 'created_at'>;
  members: SubmittingMember[];
  files: Awaited<ReturnType<typeof readFiles>>;
  marks: { milestone: string; marks: number }[];
  certificates: Pick<DatabaseRow<'certificates'>, 'member_id' | 'counts_for' | 'state'>[];
};

/** Reads everything from which the summaries of the groups in `scope` are derived. */
export async function readGroupFacts(db: Db, scope: ScopedGroupQuery): Promise<GroupFacts[]> {
  const members = db
    .selectFrom('members')
    .where('members.group_id', 'in', scope.select('groups.id'))
    .where(isCurrentMember);
  const [groups, memberRows, marks, certificates, files] = await Promise.all([
    scope
      .select(['groups.id', 'groups.program', 'groups.cohort_id', 'groups.created_at'])
      .execute(),
    members
      .select(['members.id', 'members.group_id', 'members.name', 'members.own_due as ownDue'])
      .execute(),
    members
      .innerJoin('marks', 'marks.member_id', 'members.id')
      .select(['members.group_id', 'marks.milestone', 'marks.marks'])
      .where('marks.marks', 'is not', null)
      .$narrowType<{ marks: number }>()
      .execute(),
    members
      .innerJoin('certificates', 'certificates.member_id', 'members.id')
      .select(['members.group_id', 'certificates.member_id'])
      .select(['certificates.counts_for', 'certificates.state'])
      .execute(),
    readFiles(db, scope),
  ]);
  const byGroup = <Row extends { group_id: string }>(rows: readonly Row[]) => {
    const grouped = Map.groupBy(rows, ({ group_id }) => group_id);
    return (id: string): Row[] => grouped.get(id) ?? [];
  };
  const [membersOf, marksOf, certificatesOf, filesOf] = [
    byGroup(memberRows),
    byGroup(marks),
    byGroup(certificates),
    byGroup(files),
  ];
  return groups.map((group) => ({
    group,
    members: membersOf(group.id),
    marks: marksOf(group.id),
    certificates: certificatesOf(group.id),
    files: filesOf(group.id),
  }));
}

/**
 * Returns one row per version and deadline for which it was submitted; `at` is when it was submitted. Omits files of
 * former members.
 */
const readFiles = (db: Db, scope: ScopedGroupQuery) =>
  db
    .selectFrom('documents')
    .leftJoin('submissions', 'submissions.document_id', 'documents.id')
    .leftJoin('members', 'members.id', 'documents.member_id')
    .select(['documents.id', 'documents.group_id', 'documents.kind', 'documents.version'])
    .select(['documents.member_id as memberId', 'documents.uploaded_at as uploadedAt'])
    .select(['documents.checked_at as checkedAt', 'documents.removed_at as removedAt'])
    .select('submissions.deadline_id as deadlineId')
    .select(({ fn }) => fn.coalesce('submissions.submitted_at', 'documents.uploaded_at').as('at'))
    .where('documents.group_id', 'in', scope.select('groups.id'))
    .where(isCurrentMember)
    .$narrowType<{ group_id: string }>()
    .execute();
