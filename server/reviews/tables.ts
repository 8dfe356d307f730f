import { buildMemberCohortSql } from '#server/db/closed/cohort-guard.ts';
import type { Instant, TableDeclarations } from '#server/db/tables.ts';

declare module '#server/db/tables.ts' {
  interface Tables {
    /** Requests for reviews of marks, at most one for each student and milestone. */
    mark_reviews: {
      id: string;
      member_id: string;
      milestone: string;
      marks_before: number;
      reason: string;
      requested_at: Instant;
      decision: 'kept' | 'changed' | null;
      marks_after: number | null;
      decided_by_name: string | null;
      decided_at: Instant | null;
      decision_reason: string | null;
    };
  }
}

export const tableDeclarations: TableDeclarations<'mark_reviews'> = {
  mark_reviews: {
    backup: ['id'],
    isRecord: true,
    cohort: { key: 'member_id', cohortOf: buildMemberCohortSql },
  },
};
