import { buildMemberCohortSql } from '#server/db/closed/cohort-guard.ts';
import type { Instant, TableDeclarations } from '#server/db/tables.ts';

declare module '#server/db/tables.ts' {
  interface Tables {
    marks: {
      member_id: string;
      milestone: string;
      marks: number | null;
      feedback: string | null;
      revision: number;
      /** The last emailed revision. If it is lower than `revision`, an email is pending. */
      notified_revision: number;
      changed_by: string;
      changed_at: Instant;
      /** The marker's reason for changing a mark that was emailed before. Part of the next email. */
      correction_reason: string | null;
    };
  }
}

export const tableDeclarations: TableDeclarations<'marks'> = {
  marks: {
    backup: ['member_id', 'milestone'],
    isRecord: true,
    cohort: {
      key: 'member_id',
      cohortOf: buildMemberCohortSql,
      exempt: { notified_revision: 'the emailed revision: pending emails are still sent' },
    },
  },
};
