import type { Deadline } from '#contract/rules/deadlines.ts';
import { buildSubmission } from '#contract/rules/newcomers.ts';
import {
  appliesToProgram,
  type GroupDeadline,
  getEffectiveDueDate,
  type Submission,
  type SubmittingMember,
} from '#contract/rules/submissions.ts';
import type { CohortContent } from '#server/content/content.ts';
import type { Db } from '#server/db/tables.ts';
import { toGroupDeadline } from '#server/documents/read-submissions.ts';
import type { ScopedGroupQuery } from '#server/groups/lists/select-groups-in-scope.ts';
import { readSubmittedFiles, readVersionRanges } from './handed-in.ts';

type Group = {
  id: string;
  program: string;
  createdAt: string;
  members: readonly SubmittingMember[];
};

/** Reads the rows from which `readSubmissionStates` derives the states of the groups in `scope`. */
export async function readSubmissionFacts(
  db: Db,
  scope: ScopedGroupQuery,
  { deadlines }: Pick<CohortContent, 'deadlines'>,
) {
  const [agreed, ranges] = await Promise.all([
    readOwnDeadlines(db, scope),
    readVersionRanges(db, scope, deadlines),
  ]);
  return { agreed, ranges };
}

/** Returns the state of each group and deadline, or null for a deadline that applies only to other programs. */
export async function readSubmissionStates(
  db: Db,
  { agreed, ranges }: Awaited<ReturnType<typeof readSubmissionFacts>>,
  groups: readonly Group[],
  { deadlines }: Pick<CohortContent, 'deadlines'>,
  now: Date,
): Promise<Map<string, (Submission | null)[]>> {
  const dueOf = (groupId: string, deadline: Deadline) =>
    getEffectiveDueDate(deadline, agreed(groupId, deadline._id));
  const files = await readSubmittedFiles(db, ranges, { groups, deadlines, dueOf });
  const statesOf = ({ id, program, createdAt, members }: Group) =>
    deadlines.map((deadline) => {
      if (!appliesToProgram(deadline, program)) return null;
      const facts = { members, createdAt, files: files.get(id) ?? [] };
      return buildSubmission({ deadline, ...facts, agreed: agreed(id, deadline._id) }, now);
    });
  return new Map(groups.map((group) => [group.id, statesOf(group)]));
}

/** Reads the groups' own due dates and excuses, and returns a function that finds them. */
export async function readOwnDeadlines(db: Db, scope: ScopedGroupQuery) {
  const rows = await db
    .selectFrom('group_deadlines')
    .select(['group_id', 'deadline_id', 'due', 'is_excused', 'earlier_than'])
    .where('group_id', 'in', scope.select('groups.id'))
    .execute();
  const byGroup = Map.groupBy(rows, ({ group_id }) => group_id);
  return (groupId: string, deadlineId: string): GroupDeadline | undefined => {
    const row = byGroup.get(groupId)?.find(({ deadline_id }) => deadline_id === deadlineId);
    return row && toGroupDeadline(row);
  };
}
