import { buildGroupCohortSql } from '#server/db/closed/cohort-guard.ts';
import type { Instant, TableDeclarations } from '#server/db/tables.ts';

declare module '#server/db/tables.ts' {
  interface Tables {
    objections: {
      id: string;
      group_id: string;
      member_id: string;
      /** The address that the objection link was sent to. Used to check whether the member is still the same person. */
      email: string;
      token_hash: string;
      created_at: Instant;
      expires_at: Instant;
      objected_at: Instant | null;
      settled_at: Instant | null;
    };
  }
}

export const tableDeclarations: TableDeclarations<'objections'> = {
  objections: {
    backup: ['id'],
    isRecord: true,
    revokedBy: 'none: a link belongs to an address that a group names, and opens no account',
    cohort: { key: 'group_id', cohortOf: buildGroupCohortSql },
  },
};
