import type { z } from 'zod';
import type { listGroups as endpoint } from '#contract/groups.ts';
import { matchesSearch, toLimitOffset } from '#server/db/search.ts';
import { isGroupVisibleTo } from '#server/groups/group-access.ts';
import { getFullGroups, selectGroupRows } from '#server/groups/read-groups.ts';
import { toBatches } from '#server/http/bodies/send-list.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { isGroupInCohort } from './select-groups-in-scope.ts';

type ReadOptions = { withDocuments: boolean };

/** Number of groups per batch. A group has few marks, but dozens of versions of files. */
const groupsAtOnce = ({ withDocuments }: ReadOptions) => (withDocuments ? 40 : 200);

export function listAssignedGroups(services: Services, caller: Caller, cohort?: string) {
  const rows = ofCohort(selectGroupRows(services.db), cohort)
    .where('groups.deleted_at', 'is', null)
    .where(isGroupVisibleTo(caller));
  return streamGroups(services, rows, { withDocuments: true });
}

/** Streams the active groups of a program in a cohort, without files. `program` lists all spellings of the program. */
export const streamGroupsOfProgram = (
  services: Services,
  cohort: string,
  program: readonly string[],
) =>
  streamGroups(
    services,
    ofCohort(selectGroupRows(services.db), cohort)
      .where('groups.deleted_at', 'is', null)
      .where('program', 'in', program),
    { withDocuments: false },
  );

const ofCohort = (rows: ReturnType<typeof selectGroupRows>, cohort: string | undefined) =>
  cohort === undefined ? rows : rows.where((eb) => isGroupInCohort(eb, cohort));

/** Yields small batches, because loading thousands of groups with marks and files at once would exhaust memory. */
async function* streamGroups(
  { db, content }: Services,
  rows: ReturnType<typeof selectGroupRows>,
  options: ReadOptions,
) {
  const idRows = await rows
    .clearSelect()
    .select('groups.id')
    .orderBy('groups.sort_key')
    .orderBy('groups.id')
    .execute();
  const ids = idRows.map(({ id }) => id);
  for (const batchIds of toBatches(ids, groupsAtOnce(options))) {
    const batch = selectGroupRows(db).where('groups.id', 'in', batchIds);
    const ordered = batch.orderBy('groups.sort_key').orderBy('groups.id');
    yield getFullGroups(db, content, await ordered.execute(), options);
  }
}

/** Returns groups sorted by name. `q` searches group names, people and emails; `bin` selects deleted groups. */
export async function listGroups(
  services: Services,
  { page, limit, q, bin, cohort }: z.output<typeof endpoint.query>,
  options: ReadOptions = { withDocuments: true },
) {
  let matching = ofCohort(selectGroupRows(services.db), cohort)
    .where('groups.deleted_at', bin ? 'is not' : 'is', null)
    .where(matchesSearch('groups.search_key', q));
  const { total } = await matching
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const range = toLimitOffset({ page, limit });
  if (range) matching = matching.limit(range.limit).offset(range.offset);
  return { groups: streamGroups(services, matching, options), total };
}
