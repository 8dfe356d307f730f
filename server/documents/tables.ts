import type { Generated } from 'kysely';
import type { DocumentKind } from '#contract/rules/kinds.ts';
import { buildGroupCohortSql } from '#server/db/closed/cohort-guard.ts';
import type { Instant, TableDeclarations } from '#server/db/tables.ts';

declare module '#server/db/tables.ts' {
  interface Tables {
    documents: {
      id: string;
      kind: DocumentKind;
      group_id: string | null;
      member_id: string | null;
      user_id: string | null;
      /** The deadline of a monthly report; null for other kinds. */
      deadline_id: string | null;
      version: number;
      name: string;
      media_type: string;
      size: number;
      sha256: string;
      uploaded_by: string | null;
      uploaded_by_name: string;
      uploaded_at: Instant;
      checked_by: string | null;
      checked_by_name: string | null;
      checked_at: Instant | null;
      /** Set once the file is removed for good. Its row stays and still counts for its deadlines (decision 67). */
      removed_at: Generated<Instant | null>;
      /** The admin who removed the file; null if a newer version replaced it. */
      removed_by: Generated<string | null>;
      removed_by_name: Generated<string | null>;
      removal_reason: Generated<string | null>;
      /** A doubt about the content at the upload, such as a missing end. */
      warning: Generated<string | null>;
    };
    /** Deadlines for which file versions were submitted. For other versions, `assignFilesToDeadlines` chooses a deadline. */
    submissions: {
      document_id: string;
      deadline_id: string;
      /** Later than the upload if the version was later submitted for another deadline. */
      submitted_at: Instant;
      submitted_by: string | null;
      submitted_by_name: string;
    };
    damaged_files: { document_id: string; damage: 'missing' | 'altered'; found_at: Instant };
  }
}

export const tableDeclarations: TableDeclarations<'documents' | 'submissions' | 'damaged_files'> = {
  // Rows of closed cohorts cannot change. CVs belong to no cohort, because they have no `group_id`.
  documents: {
    backup: ['id'],
    isRecord: true,
    cohort: { key: 'group_id', cohortOf: buildGroupCohortSql },
  },
  submissions: {
    backup: ['document_id', 'deadline_id'],
    isRecord: true,
    cohort: {
      key: 'document_id',
      cohortOf: (id) => buildGroupCohortSql(`(select group_id from documents where id = ${id})`),
    },
  },
  damaged_files: {
    backup: 'none: describes the files on this server',
    isRecord: false,
    cohort: 'none: describes the files on this server',
  },
};
