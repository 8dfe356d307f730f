import type { z } from 'zod';
import type { listGroupsToMark as endpoint } from '#contract/marks.ts';
import type { MarkingScheme } from '#contract/rules/scheme.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { Db } from '#server/db/tables.ts';
import { countMarkedMembers } from '#server/groups/lists/count-marked.ts';
import { selectGroupsById, sortByName } from '#server/groups/lists/scope-batches.ts';
import {
  filterBySearch,
  selectVisibleGroups,
} from '#server/groups/lists/select-groups-in-scope.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';

type Query = z.output<typeof endpoint.query>;

/** Returns a page of groups, each with its number of marks per tab. Runs four queries, regardless of the page size. */
export async function listGroupsToMark({ db, content }: Services, caller: Caller, query: Query) {
  const { cohort: code, q, page = 1, limit } = query;
  const cohort = getCohort(content, code);
  const [{ total }, groups] = await readTogether(db, (reader) => {
    const scope = filterBySearch(selectVisibleGroups(reader, caller, cohort._id), q);
    return Promise.all([
      scope.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      sortByName(scope)
        .select(['groups.id', 'groups.name', 'groups.title'])
        .limit(limit)
        .offset((page - 1) * limit)
        .execute(),
    ]);
  });
  const factsOf = await readTogether(db, (reader) => readFacts(reader, cohort.scheme, groups));
  return {
    groups: groups.map(({ id, name, title }) => ({
      _id: id,
      fypGroupName: name,
      fypTitle: title,
      ...factsOf(id),
    })),
    total,
  };
}

async function readFacts(db: Db, { parts }: MarkingScheme, groups: readonly { id: string }[]) {
  const ids = groups.map(({ id }) => id);
  const scope = selectGroupsById(db, ids);
  const [members, counts] = await Promise.all([
    db
      .selectFrom('members')
      .select(['group_id', 'name', 'roll'])
      .where('group_id', 'in', scope.select('groups.id'))
      .where(isCurrentMember)
      .orderBy('position')
      .execute(),
    countMarkedMembers(db, scope),
  ]);
  const membersOf = Map.groupBy(members, ({ group_id }) => group_id);
  const cellsOf = Map.groupBy(counts, ({ group_id }) => group_id);
  return (groupId: string) => {
    const cells = cellsOf.get(groupId) ?? [];
    return {
      members: (membersOf.get(groupId) ?? []).map(({ name, roll }) => ({ name, roll })),
      marked: parts.map(({ milestones }) =>
        cells
          .filter(({ milestone }) => milestones.some(({ key }) => key === milestone))
          .reduce((sum, { marked }) => sum + marked, 0),
      ),
    };
  };
}
