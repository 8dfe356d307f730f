import type { z } from 'zod';
import type { listGroupsToMark as endpoint } from '#contract/marks.ts';
import type { MarkingScheme } from '#contract/rules/scheme.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { Db } from '#server/db/tables.ts';
import { countMarkedMembers } from '#server/groups/lists/count-marked.ts';
import {
  filterBySearch,
  type ScopedGroupQuery,
  selectVisibleGroups,
} from '#server/groups/lists/select-groups-in-scope.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';

type Query = z.output<typeof endpoint.query>;

/** Returns a page of groups, each with its number of marks per tab. Runs four queries, regardless of the page size. */
export async function listGroupsToMark({ db, content }: Services, caller: Caller, query: Query) {
  const { cohort: code, q, page = 1, limit } = query;
  const cohort = getCohort(content, code);
  const scope = filterBySearch(selectVisibleGroups(db, caller, cohort._id), q);
  const { total } = await scope
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const groups = await scope
    .select(['groups.id', 'groups.name', 'groups.title'])
    .orderBy('groups.sort_key')
    .orderBy('groups.id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const factsOf = await readFacts(db, cohort.scheme, groups);
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
  const ids = JSON.stringify(groups.map(({ id }) => id));
  const scope: ScopedGroupQuery = db
    .selectFrom('groups')
    .where(isIdInJsonArray(db, 'groups.id', ids));
  const members = await db
    .selectFrom('members')
    .select(['group_id', 'name', 'roll'])
    .where('group_id', 'in', scope.select('groups.id'))
    .orderBy('position')
    .execute();
  const membersOf = Map.groupBy(members, ({ group_id }) => group_id);
  const cellsOf = Map.groupBy(await countMarkedMembers(db, scope), ({ group_id }) => group_id);
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
