import type { z } from 'zod';
import type { listGroups as endpoint } from '#contract/groups.ts';
import { matchesSearch, toLimitOffset } from '#server/db/search.ts';
import { fullGroups, groupRows } from '#server/groups/read-groups.ts';
import { inPortions } from '#server/http/bodies/send-list.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { isOfCohort } from './groups-in-scope.ts';

const groupsAtOnce = 40;

export function listAssignedGroups(services: Services, caller: Caller, cohort?: string) {
  let rows = ofCohort(groupRows(services.db), cohort).where('groups.deleted_at', 'is', null);
  if (caller.role !== 'admin') {
    const { userId } = caller;
    rows = rows.where((eb) =>
      eb.or([
        eb('groups.supervisor_id', '=', userId),
        eb('groups.external_examiner_id', '=', userId),
      ]),
    );
  }
  return streamGroups(services, rows);
}

/** Those in use of a cohort and of one program, in all spellings of it. */
export const listGroupsOf = (services: Services, cohort: string, program: readonly string[]) =>
  streamGroups(
    services,
    ofCohort(groupRows(services.db), cohort)
      .where('groups.deleted_at', 'is', null)
      .where('program', 'in', program),
  );

/** By the cohort's code; undefined for all. */
const ofCohort = (rows: ReturnType<typeof groupRows>, cohort: string | undefined) =>
  cohort === undefined ? rows : rows.where((eb) => isOfCohort(eb, cohort));

/** A few at a time: thousands with members, marks and files would fill memory. */
async function* streamGroups({ db, content }: Services, rows: ReturnType<typeof groupRows>) {
  const found = await rows
    .clearSelect()
    .select('groups.id')
    .orderBy('groups.sort_key')
    .orderBy('groups.id')
    .execute();
  const ids = found.map(({ id }) => id);
  for (const some of inPortions(ids, groupsAtOnce)) {
    const portion = groupRows(db).where('groups.id', 'in', some);
    const ordered = portion.orderBy('groups.sort_key').orderBy('groups.id');
    yield fullGroups(db, content, await ordered.execute());
  }
}

/** By name; `q` is matched against group names, people and emails; `bin` lists deleted groups instead. */
export async function listGroups(
  services: Services,
  { page, limit, q, bin, cohort }: z.output<typeof endpoint.query>,
) {
  let matching = ofCohort(groupRows(services.db), cohort)
    .where('groups.deleted_at', bin ? 'is not' : 'is', null)
    .where(matchesSearch('groups.search_key', q));
  const { total } = await matching
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const range = toLimitOffset({ page, limit });
  if (range) matching = matching.limit(range.limit).offset(range.offset);
  return { groups: streamGroups(services, matching), total };
}
