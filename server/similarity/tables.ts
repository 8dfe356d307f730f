import type { SimilarityEvent } from '#contract/rules/similarity.ts';
import { buildGroupCohortSql } from '#server/db/closed/cohort-guard.ts';
import type { Instant, TableDeclarations } from '#server/db/tables.ts';

declare module '#server/db/tables.ts' {
  interface Tables {
    /** Rows are only added. The one with the highest revision applies. */
    similarity_entries: {
      id: string;
      group_id: string;
      revision: number;
      event: SimilarityEvent;
      /** Percentages. Each row repeats the figures that it confirms or decides about. */
      overall: number;
      single_source: number;
      /** Files to which the figures belong. A later upload makes the row outdated. */
      thesis_sha256: string;
      report_version: number;
      by_id: string;
      by_name: string;
      at: Instant;
      reason: string | null;
    };
  }
}

export const tableDeclarations: TableDeclarations<'similarity_entries'> = {
  similarity_entries: {
    backup: ['id'],
    isRecord: true,
    cohort: { key: 'group_id', cohortOf: buildGroupCohortSql },
  },
};
