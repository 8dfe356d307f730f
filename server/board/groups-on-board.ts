import type { Db } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';

/** The groups in use of a cohort: all for an admin, else those that the caller supervises or examines. */
export function groupsOnBoard(db: Db, caller: Caller, cohortId: string) {
  const groups = db
    .selectFrom('groups')
    .where('groups.deleted_at', 'is', null)
    .where('groups.cohort_id', '=', cohortId);
  if (caller.role === 'admin') return groups;
  return groups.where((eb) =>
    eb.or([
      eb('groups.supervisor_id', '=', caller.userId),
      eb('groups.external_examiner_id', '=', caller.userId),
    ]),
  );
}

export type BoardGroups = ReturnType<typeof groupsOnBoard>;
