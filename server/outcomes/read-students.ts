import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import {
  type Attainment,
  createAttainmentReader,
  listContributingMilestones,
  type OutcomeMarks,
} from '#contract/rules/outcomes.ts';
import type { CohortContent } from '#server/content/content.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import { isPostgres } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import { filterByProgramAndCategory } from '#server/groups/lists/narrow-to-listed.ts';
import { groupsAtOnce, selectNextGroups } from '#server/groups/lists/scope-batches.ts';
import type { ScopedGroupQuery } from '#server/groups/lists/select-groups-in-scope.ts';

export type StudentOutcomes = {
  _id: string;
  name: string;
  roll: string;
  fypGroupName: string;
  program: string;
  attainments: Attainment[];
};

export type OutcomeCohort = Pick<CohortContent, '_id' | 'outcomes' | 'scheme'>;

/**
 * Yields the students of the cohort with their attainments, sorted by group name. Reads groups in batches, so that neither
 * memory nor a query is large. Yields nothing if the cohort has no outcomes.
 */
export async function* streamStudents(
  db: Db,
  { _id, outcomes, scheme }: OutcomeCohort,
  program?: string,
): AsyncGenerator<StudentOutcomes[]> {
  const milestones = listContributingMilestones(outcomes);
  if (outcomes.clos.length === 0) return;
  const attain = createAttainmentReader(outcomes, scheme);
  const scope = await filterByProgramAndCategory(
    db
      .selectFrom('groups')
      .where('groups.deleted_at', 'is', null)
      .where('groups.cohort_id', '=', _id),
    { program },
  );
  let last: BatchRow | undefined;
  do {
    const rows = await readBatch(db, scope, last, milestones);
    yield rows.flatMap(({ memberId, name, roll, groupName, program: ofGroup, marks }) =>
      memberId === null || name === null || roll === null
        ? []
        : [
            {
              _id: memberId,
              name,
              roll,
              fypGroupName: groupName,
              program: ofGroup,
              attainments: attain(ofGroup, parseMarks(marks)),
            },
          ],
    );
    const groups = new Set(rows.map(({ id }) => id)).size;
    last = groups === groupsAtOnce ? rows.at(-1) : undefined;
    await nextTurn();
  } while (last);
}

const parseMarks = (text: string | null): OutcomeMarks =>
  text === null ? {} : (JSON.parse(text) as OutcomeMarks);

type BatchRow = Awaited<ReturnType<typeof readBatch>>[number];

/** Reads one row per member, because one row per mark takes longer. A group without members has one row. */
function readBatch(
  db: Db,
  scope: ScopedGroupQuery,
  last: { id: string; sort_key: string } | undefined,
  milestones: readonly string[],
) {
  const groups = selectNextGroups(scope, last)
    .select(['groups.id', 'groups.sort_key'])
    .select(['groups.name', 'groups.program']);
  return db
    .selectFrom(groups.as('batch'))
    .leftJoin('members', (join) =>
      join.onRef('members.group_id', '=', 'batch.id').on(isCurrentMember),
    )
    .select(['batch.id', 'batch.sort_key', 'batch.name as groupName', 'batch.program'])
    .select(['members.id as memberId', 'members.name', 'members.roll'])
    .select((eb) =>
      eb
        .selectFrom('marks')
        .whereRef('marks.member_id', '=', 'members.id')
        .where('marks.milestone', 'in', milestones.length > 0 ? [...milestones] : [''])
        .where('marks.marks', 'is not', null)
        .select(
          (isPostgres(db)
            ? sql<string | null>`cast(json_object_agg(marks.milestone, marks.marks) as text)`
            : sql<string | null>`json_group_object(marks.milestone, marks.marks)`
          ).as('text'),
        )
        .as('marks'),
    )
    .orderBy('batch.sort_key')
    .orderBy('batch.id')
    .orderBy('members.position')
    .execute();
}
