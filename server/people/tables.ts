import { buildGroupCohortSql } from '#server/db/closed/cohort-guard.ts';
import type { Instant, TableDeclarations } from '#server/db/tables.ts';

declare module '#server/db/tables.ts' {
  interface Tables {
    people_changes: {
      id: string;
      group_id: string;
      /** The group that members joined, or null if the change concerns one group only. */
      to_group_id: string | null;
      /** The change in one sentence, without the reason. */
      summary: string;
      reason: string;
      /** JSON of a `PeopleState`. */
      state_before: string;
      /** JSON of a `PeopleState`. An undo is refused if the database differs from it. */
      state_after: string;
      made_at: Instant;
      made_by: string;
      made_by_name: string;
      undone_at: Instant | null;
    };
  }
}

export const tableDeclarations: TableDeclarations<'people_changes'> = {
  people_changes: {
    backup: ['id'],
    isRecord: true,
    cohort: { key: 'group_id', cohortOf: buildGroupCohortSql },
  },
};
