import type { InsightFilter } from '#contract/insights.ts';
import type { Db } from '#server/db/tables.ts';
import { filterByProgramAndCategory } from '#server/groups/lists/narrow-to-listed.ts';
import type { Caller } from '#server/http/serve.ts';

/** Selects matching groups outside the bin; for callers other than admins, only the groups that they supervise. */
export async function selectGroupsInScope(
  db: Db,
  caller: Caller,
  { cohort, program, category, supervisor }: InsightFilter,
) {
  let groups = db
    .selectFrom('groups')
    .where('groups.deleted_at', 'is', null)
    .where('groups.cohort_id', '=', (eb) =>
      eb
        .selectFrom('cohorts')
        .select('id')
        .where((of) =>
          cohort === undefined
            ? of('is_current', '=', 1)
            : of('code_key', '=', cohort.toLowerCase()),
        ),
    );
  if (caller.role !== 'admin') groups = groups.where('groups.supervisor_id', '=', caller.userId);
  if (supervisor !== undefined) groups = groups.where('groups.supervisor_id', '=', supervisor);
  return filterByProgramAndCategory(groups, { program, category });
}

/** Returns the account id of the supervisor, or a key derived from the name if there is no account. */
export const getSupervisorKey = (accountId: string | null, name: string): string =>
  accountId ?? `name:${name}`;
