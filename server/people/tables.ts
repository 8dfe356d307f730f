import { buildGroupCohortSql, buildMemberCohortSql } from '#server/db/closed/cohort-guard.ts';
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
    /** Requests of students to leave their group. At most one request of a member has no decision. */
    leave_requests: {
      id: string;
      member_id: string;
      /** Readable by the student and by admins only, because it may be private. So is `decision_reason`. */
      reason: string;
      requested_at: Instant;
      /** `accepted` if the member has left the group in any way. */
      decision: 'accepted' | 'refused' | 'withdrawn' | null;
      decision_reason: string | null;
      decided_at: Instant | null;
      decided_by_name: string | null;
    };
  }
}

export const tableDeclarations: TableDeclarations<'people_changes' | 'leave_requests'> = {
  people_changes: {
    backup: ['id'],
    isRecord: true,
    cohort: { key: 'group_id', cohortOf: buildGroupCohortSql },
  },
  leave_requests: {
    backup: ['id'],
    isRecord: true,
    cohort: { key: 'member_id', cohortOf: buildMemberCohortSql },
  },
};
