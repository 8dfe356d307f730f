import type { z } from 'zod';
import type {
  BoardFilter,
  BoardRow,
  DeadlineCell,
  findBoard as endpoint,
  MilestoneCell,
} from '#contract/board.ts';
import { formatFormerMember } from '#contract/rules/former-members.ts';
import {
  hasNewcomerDueThisWeek,
  hasOverdueNewcomer,
  listOwingNewcomers,
} from '#contract/rules/newcomers.ts';
import { listMilestones } from '#contract/rules/scheme.ts';
import type { Submission } from '#contract/rules/submissions.ts';
import { readCertificateStates } from '#server/certificates/read-states.ts';
import type { CohortContent } from '#server/content/content.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { Db } from '#server/db/tables.ts';
import { countMarkedMembers } from '#server/groups/lists/count-marked.ts';
import { filterByProgramAndCategory } from '#server/groups/lists/narrow-to-listed.ts';
import {
  filterBySearch,
  type ScopedGroupQuery,
  selectVisibleGroups,
} from '#server/groups/lists/select-groups-in-scope.ts';
import { readFormerMembers } from '#server/groups/membership/former-members.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { streamBoardStates } from './match-states.ts';
import { filterByMeetings, hasMeetingsOnBoard, readMeetingCells } from './meetings-on-board.ts';
import { readSubmissionFacts, readSubmissionStates } from './submissions-on-board.ts';
import { findWaitingGroups } from './waiting.ts';

type Query = z.output<typeof endpoint.query>;

/** Returns a page of the board. Throws `not-found` for an unknown cohort. */
export const findBoard = (services: Services, caller: Caller, query: Query) =>
  readTogether(services.db, (db) => readPage({ ...services, db }, caller, query));

async function readPage(services: Services, caller: Caller, query: Query) {
  const { db } = services;
  const { cohort: code, marks, page = 1, limit, state, ...filter } = query;
  const cohort = getCohort(services.content, code);
  const all = selectVisibleGroups(db, caller, cohort._id);
  const hasMeetings = await hasMeetingsOnBoard(services, caller, all, cohort);
  const narrowed = await narrowBoard(services, caller, { scope: all, cohort }, filter);
  const ofCohort = { cohort: cohort.code, ...buildBoardColumns(cohort), hasMeetings };
  const parts = {
    deadlines: true,
    milestones: true,
    certificates: true,
    meetingsFor: hasMeetings ? caller : undefined,
    waitingFor: caller,
    marks: marks === 'true',
  };
  const read = (ids: readonly string[]) => readBoardRows(services, cohort, ids, parts);
  const { deadline } = filter;
  // Return no rows for an unknown deadline, because a bookmarked URL may name a deadline that was removed.
  if (deadline !== undefined && !cohort.deadlines.some(({ _id }) => _id === deadline)) {
    return { ...ofCohort, groups: await countOf(all), total: 0, rows: [] };
  }
  const range = { limit, offset: (page - 1) * limit };
  if (state) {
    const matchingIds: string[] = [];
    const matching = { scope: narrowed, cohort, deadline };
    for await (const batch of streamBoardStates(services, caller, matching))
      for (const { id, states } of batch) if (states.has(state)) matchingIds.push(id);
    const shown = matchingIds.slice(range.offset, range.offset + limit);
    const [groups, rows] = await Promise.all([countOf(all), read(shown)]);
    return { ...ofCohort, groups, total: matchingIds.length, rows };
  }
  const isNarrowed = Boolean(
    filter.q || filter.program || filter.category || filter.supervisor || filter.meetings,
  );
  const [groups, narrowedTotal, ids] = await Promise.all([
    countOf(all),
    isNarrowed ? countOf(narrowed) : undefined,
    idsOf(narrowed.limit(range.limit).offset(range.offset)),
  ]);
  return { ...ofCohort, groups, total: narrowedTotal ?? groups, rows: await read(ids) };
}

/** Applies all filters except the state. */
export async function narrowBoard(
  services: Services,
  caller: Caller,
  { scope, cohort }: { scope: ScopedGroupQuery; cohort: CohortContent },
  { q, supervisor, program, category, meetings }: Omit<BoardFilter, 'state'>,
) {
  const groups = await filterByProgramAndCategory(scope, { program, category });
  const supervised = groups.$if(supervisor !== undefined, (query) =>
    query.where('groups.supervisor_id', '=', supervisor ?? ''),
  );
  const matching = { scope: filterBySearch(supervised, q), cohort };
  return filterByMeetings(services, caller, matching, meetings);
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

/** Parts of board rows that are read from several tables. In a row without one of them, its cells are empty. */
export type BoardParts = {
  deadlines: boolean;
  milestones: boolean;
  certificates: boolean;
  /** Caller who may read meetings, or undefined if the rows have none. */
  meetingsFor: Caller | undefined;
  /** Caller for whom rows are marked that wait for a decision or a check, or undefined to mark none. */
  waitingFor: Caller | undefined;
  /** Whether the cells of milestones contain the marks of each member. */
  marks: boolean;
};

/** Returns the board rows of the groups with these ids, sorted by group name. */
export const readBoardRows = (
  services: Services,
  cohort: CohortContent,
  ids: readonly string[],
  parts: BoardParts,
): Promise<BoardRow[]> =>
  readTogether(services.db, (db) => readRows({ ...services, db }, cohort, ids, parts));

async function readRows(
  services: Services,
  cohort: CohortContent,
  ids: readonly string[],
  parts: BoardParts,
): Promise<BoardRow[]> {
  const { db, clock, content } = services;
  const now = clock();
  const scope = db
    .selectFrom('groups')
    .where(isIdInJsonArray(db, 'groups.id', JSON.stringify(ids)));
  const noCells = () => [];
  const readCells = parts.marks ? cellsWithMarks : cellsCounted;
  const [groups, memberRows, formerRows, states, cellOf, submitted, meetingsOf, waiting] =
    await Promise.all([
      groupsOf(scope),
      membersOf(db, scope),
      readFormerMembers(db, { ids: JSON.stringify(ids) }),
      parts.certificates && content.modules.certificates
        ? readCertificateStates(db, content.courses.rule, scope)
        : [],
      parts.milestones ? readCells(db, scope) : noCells,
      parts.deadlines ? readSubmissionFacts(db, scope, cohort) : undefined,
      parts.meetingsFor ? readMeetingCells(services, parts.meetingsFor, scope, cohort) : () => null,
      parts.waitingFor ? findWaitingGroups(services, parts.waitingFor, scope, cohort) : undefined,
    ]);
  const members = Map.groupBy(memberRows, ({ group_id }) => group_id);
  const former = Map.groupBy(formerRows, (row) => row.former_group_id);
  const complete = Map.groupBy(
    states.filter(({ state }) => state === 'complete'),
    ({ groupId }) => groupId,
  );
  const unchecked = new Set(
    parts.waitingFor?.role === 'admin'
      ? states.filter(({ state }) => state === 'unchecked').map(({ groupId }) => groupId)
      : [],
  );
  const keys = listMilestones(cohort.scheme).map(({ key }) => key);
  const idsOf = (groupId: string) => (members.get(groupId) ?? []).map(({ id }) => id);
  const facts = groups.map(({ id, program, createdAt }) => ({
    id,
    program,
    createdAt,
    members: members.get(id) ?? [],
  }));
  const submissions = submitted
    ? await readSubmissionStates(db, submitted, facts, cohort, now)
    : new Map<string, (Submission | null)[]>();
  return groups.map(({ id, createdAt, ...group }) => {
    const groupMembers = members.get(id) ?? [];
    const formerMembers = former.get(id) ?? [];
    return {
      _id: id,
      ...group,
      email: groupMembers[0]?.email ?? '',
      members: groupMembers.map(({ name }) => name),
      ...(formerMembers.length > 0 && {
        former: formerMembers.map(({ name, left_on }) =>
          formatFormerMember({ name, leftOn: left_on }),
        ),
      }),
      deadlines: (submissions.get(id) ?? []).map(
        (submission) => submission && compact(submission, now),
      ),
      milestones: cellOf(id, idsOf(id), keys),
      certificates: complete.get(id)?.length ?? 0,
      meetings: meetingsOf(id),
      ...((waiting?.has(id) || unchecked.has(id)) && { isWaiting: true }),
    };
  });
}

function compact(submission: Submission, now: Date): DeadlineCell {
  const { state, due, firstDue, lateMs, missing } = submission;
  const newcomers = listOwingNewcomers(submission);
  return {
    state,
    ...(due !== firstDue && { due }),
    ...(lateMs > 0 && { lateMs }),
    ...(missing.length > 0 && { missing }),
    ...(newcomers.length > 0 && { newcomers: newcomers.length }),
    ...(hasOverdueNewcomer(submission) && { hasOverdueNewcomers: true }),
    ...(hasNewcomerDueThisWeek(submission, now) && { hasNewcomersDueThisWeek: true }),
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
    .select(['id', 'group_id', 'name', 'email', 'own_due as ownDue'])
    .where('group_id', 'in', scope.select('groups.id'))
    .where(isCurrentMember)
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
    .where(isCurrentMember)
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
