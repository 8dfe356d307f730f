import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import type { listGroups as endpoint } from '#contract/groups.ts';
import { readTogether } from '#server/db/read-together.ts';
import { matchesSearch, toLimitOffset } from '#server/db/search.ts';
import type { Db } from '#server/db/tables.ts';
import { isGroupVisibleTo } from '#server/groups/group-access.ts';
import { getFullGroupsById, type ReadOptions } from '#server/groups/read-groups.ts';
import { toBatches } from '#server/http/bodies/send-list.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { sortByName } from './scope-batches.ts';
import { isGroupInCohort, type ScopedGroupQuery } from './select-groups-in-scope.ts';

/** V8 copies objects that are alive when its new space of 4 MB is full, so a batch must be smaller. */
const groupsAtOnce = 40;

export async function* listAssignedGroups(services: Services, caller: Caller, cohort?: string) {
  const assigned = ofCohort(services.db, cohort)
    .where('groups.deleted_at', 'is', null)
    .where(isGroupVisibleTo(caller));
  yield* streamGroups(services, await listIds(assigned), { withDetails: true });
}

const ofCohort = (db: Db, cohort: string | undefined): ScopedGroupQuery =>
  cohort === undefined
    ? db.selectFrom('groups')
    : db.selectFrom('groups').where((eb) => isGroupInCohort(eb, cohort));

async function listIds(groups: ScopedGroupQuery): Promise<string[]> {
  const rows = await sortByName(groups).select('groups.id').execute();
  return rows.map(({ id }) => id);
}

/** Yields small batches, because loading thousands of groups with marks and files at once would exhaust memory. */
export async function* streamGroups(
  { db, content }: Services,
  ids: readonly string[],
  options: ReadOptions,
) {
  for (const batchIds of toBatches(ids, groupsAtOnce)) {
    yield getFullGroupsById(db, content, batchIds, options);
    // Let other requests run also if the reader of the stream only collects the groups.
    await nextTurn();
  }
}

/** Returns groups sorted by name. `q` searches group names, people and emails; `bin` selects deleted groups. */
export async function listGroups(
  services: Services,
  { page, limit, q, bin, cohort }: z.output<typeof endpoint.query>,
  options: ReadOptions = { withDetails: true },
) {
  const range = toLimitOffset({ page, limit });
  const [{ total }, ids] = await readTogether(services.db, (db) => {
    const matching = ofCohort(db, cohort)
      .where('groups.deleted_at', bin ? 'is not' : 'is', null)
      .where(matchesSearch('groups.search_key', q));
    return Promise.all([
      matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      listIds(range ? matching.limit(range.limit).offset(range.offset) : matching),
    ]);
  });
  return { groups: streamGroups(services, ids, options), total };
}
