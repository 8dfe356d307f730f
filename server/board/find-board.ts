import type { z } from 'zod';
import type {
  BoardFilter,
  BoardRow,
  DeadlineCell,
  findBoard as endpoint,
  MilestoneCell,
} from '#contract/board.ts';
import { listMilestones } from '#contract/rules/scheme.ts';
import type { Submission } from '#contract/rules/submissions.ts';
import { readCertificateStates } from '#server/certificates/read-states.ts';
import type { CohortContent } from '#server/content/content.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { Db } from '#server/db/tables.ts';
import { countMarkedMembers } from '#server/groups/lists/count-marked.ts';
import { filterByProgramAndCategory } from '#server/groups/lists/narrow-to-listed.ts';
import {
  filterBySearch,
  type ScopedGroupQuery,
  selectVisibleGroups,
} from '#server/groups/lists/select-groups-in-scope.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { listSubmissionStates } from './list-states.ts';
import { readSubmissionStates } from './submissions-on-board.ts';

type Query = z.output<typeof endpoint.query>;

/** Returns a page of the board. Throws `not-found` for an unknown cohort. */
export async function findBoard(services: Services, caller: Caller, query: Query) {
  const { db } = services;
  const { cohort: code, marks, page = 1, limit, state, ...filter } = query;
  const cohort = getCohort(services.content, code);
  const all = selectVisibleGroups(db, caller, cohort._id);
  const narrowed = await narrow(all, filter);
  const ofCohort = { cohort: cohort.code, ...buildBoardColumns(cohort) };
  const read = (ids: readonly string[]) => readBoardRows(services, cohort, ids, marks === 'true');
  const groups = await countOf(all);
  const { deadline } = filter;
  // Return no rows for an unknown deadline, because a bookmarked URL may name a deadline that was removed.
  if (deadline !== undefined && !cohort.deadlines.some(({ _id }) => _id === deadline)) {
    return { ...ofCohort, groups, total: 0, rows: [] };
  }
  const range = { limit, offset: (page - 1) * limit };
  if (state) {
    const column = cohort.deadlines.findIndex(({ _id }) => _id === deadline);
    const matching = (await listSubmissionStates(services, narrowed, cohort)).filter(
      ({ states }) => (column < 0 ? states.includes(state) : states[column] === state),
    );
    const shown = matching.slice(range.offset, range.offset + limit).map(({ id }) => id);
    return { ...ofCohort, groups, total: matching.length, rows: await read(shown) };
  }
  const total =
    filter.q || filter.program || filter.category || filter.supervisor
      ? await countOf(narrowed)
      : groups;
  const ids = await idsOf(narrowed.limit(range.limit).offset(range.offset));
  return { ...ofCohort, groups, total, rows: await read(ids) };
}

async function narrow(scope: ScopedGroupQuery, { q, supervisor, program, category }: BoardFilter) {
  const groups = await filterByProgramAndCategory(scope, { program, category });
  const supervised = groups.$if(supervisor !== undefined, (query) =>
    query.where('groups.supervisor_id', '=', supervisor ?? ''),
  );
  return filterBySearch(supervised, q);
}

async function countOf(scope: ScopedGroupQuery): Promise<number> {
  const { count } = await scope
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

async function idsOf(scope: ScopedGroupQuery): Promise<string[]> {
  const rows = await scope
    .select('groups.id')
    .orderBy('groups.sort_key')
    .orderBy('groups.id')
    .execute();
  return rows.map(({ id }) => id);
}

export const buildBoardColumns = ({
  deadlines,
  scheme,
}: Pick<CohortContent, 'deadlines' | 'scheme'>) => ({
  deadlines: deadlines.map(({ _id, title, due, documents }) => ({ _id, title, due, documents })),
  milestones: scheme.parts.flatMap((part) =>
    part.milestones.map(({ key, title, total }) => ({ key, title, part: part.title, total })),
  ),
});

/** Returns the board rows of the groups with these ids, sorted by group name. */
export async function readBoardRows(
  { db, clock, content }: Services,
  cohort: CohortContent,
  ids: readonly string[],
  withMarks: boolean,
): Promise<BoardRow[]> {
  const scope = db
    .selectFrom('groups')
    .where(isIdInJsonArray(db, 'groups.id', JSON.stringify(ids)));
  const groups = await groupsOf(scope);
  const members = Map.groupBy(await membersOf(db, scope), ({ group_id }) => group_id);
  const states = await readCertificateStates(db, content.courses.rule, scope);
  const complete = Map.groupBy(
    states.filter(({ state }) => state === 'complete'),
    ({ groupId }) => groupId,
  );
  const cellOf = withMarks ? await cellsWithMarks(db, scope) : await cellsCounted(db, scope);
  const keys = listMilestones(cohort.scheme).map(({ key }) => key);
  const idsOf = (groupId: string) => (members.get(groupId) ?? []).map(({ id }) => id);
  const facts = groups.map(({ id, program, createdAt }) => ({
    id,
    program,
    createdAt,
    memberIds: idsOf(id),
  }));
  const submissions = await readSubmissionStates(db, scope, facts, cohort, clock());
  return groups.map(({ id, createdAt, ...group }) => {
    const groupMembers = members.get(id) ?? [];
    return {
      _id: id,
      ...group,
      email: groupMembers[0]?.email ?? '',
      members: groupMembers.map(({ name }) => name),
      deadlines: (submissions.get(id) ?? []).map((submission) => submission && compact(submission)),
      milestones: cellOf(id, idsOf(id), keys),
      certificates: complete.get(id)?.length ?? 0,
    };
  });
}

function compact({ state, due, firstDue, lateMs, missing }: Submission): DeadlineCell {
  return {
    state,
    ...(due !== firstDue && { due }),
    ...(lateMs > 0 && { lateMs }),
    ...(missing.length > 0 && { missing }),
  };
}

const groupsOf = (scope: ScopedGroupQuery) =>
  scope
    .select([
      'groups.id',
      'groups.name as fypGroupName',
      'groups.title as fypTitle',
      'groups.program',
      'groups.created_at as createdAt',
      'groups.category as fypCategory',
      'groups.supervisor',
      'groups.supervisor_id as supervisorId',
      'groups.version',
    ])
    .orderBy('groups.sort_key')
    .orderBy('groups.id')
    .execute();

const membersOf = (db: Db, scope: ScopedGroupQuery) =>
  db
    .selectFrom('members')
    .select(['id', 'group_id', 'name', 'email'])
    .where('group_id', 'in', scope.select('groups.id'))
    .orderBy('position')
    .execute();

type CellsOf = (
  groupId: string,
  memberIds: readonly string[],
  milestones: readonly string[],
) => MilestoneCell[];

async function cellsCounted(db: Db, scope: ScopedGroupQuery): Promise<CellsOf> {
  const markRows = await countMarkedMembers(db, scope);
  const byGroup = Map.groupBy(markRows, ({ group_id }) => group_id);
  return (groupId, _memberIds, milestones) => {
    const counts = byGroup.get(groupId) ?? [];
    const countOf = (key: string) => counts.find(({ milestone }) => milestone === key)?.marked ?? 0;
    return milestones.map((key) => ({ marked: countOf(key) }));
  };
}

async function cellsWithMarks(db: Db, scope: ScopedGroupQuery): Promise<CellsOf> {
  const markRows = await db
    .selectFrom('members')
    .innerJoin('marks', 'marks.member_id', 'members.id')
    .select(['marks.member_id', 'marks.milestone', 'marks.marks'])
    .where('marks.marks', 'is not', null)
    .where('members.group_id', 'in', scope.select('groups.id'))
    .execute();
  const byMember = Map.groupBy(markRows, ({ member_id }) => member_id);
  return (_groupId, memberIds, milestones) => {
    const memberMarks = memberIds.map((memberId) => byMember.get(memberId) ?? []);
    return milestones.map((key) => {
      const marks = memberMarks.map(
        (rows) => rows.find((row) => row.milestone === key)?.marks ?? null,
      );
      return { marked: marks.filter((mark) => mark !== null).length, marks };
    });
  };
}
