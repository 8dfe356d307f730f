import type { CertificateEntryState } from '#contract/rules/certificates-state.ts';
import { buildMemberCohortSql } from '#server/db/closed/cohort-guard.ts';
import type { Instant, TableDeclarations } from '#server/db/tables.ts';

declare module '#server/db/tables.ts' {
  interface Tables {
    /** Certificates in members' merged PDFs. `told_state` and `told_reason` are the decision that was last emailed. */
    certificates: {
      id: string;
      member_id: string;
      title: string;
      provider: string;
      /** The id of the mandatory certificate that this one counts as, or `optional` or `internship`. */
      counts_for: string;
      course_id: string | null;
      revision: number;
      state: CertificateEntryState;
      reason: string | null;
      checked_by: string | null;
      checked_by_name: string | null;
      checked_at: Instant | null;
      /** The version of the merged PDF that the decision is based on. */
      document_id: string | null;
      told_state: CertificateEntryState | null;
      told_reason: string | null;
      created_at: Instant;
      changed_at: Instant;
    };
  }
}

export const tableDeclarations: TableDeclarations<'certificates'> = {
  certificates: {
    backup: ['id'],
    isRecord: true,
    cohort: { key: 'member_id', cohortOf: buildMemberCohortSql },
  },
};
