import type { Generated } from 'kysely';
import type { AuditedObjectKind } from '#contract/admin/audit.ts';
import type { AuditAction } from '#contract/audit-actions.ts';
import type { Instant, TableDeclarations } from '#server/db/tables.ts';

declare module '#server/db/tables.ts' {
  interface Tables {
    /** Append-only, enforced by a trigger. Has no foreign keys, so that entries outlive the rows that they refer to. */
    audit_entries: {
      /** Number that increases with each entry. A rollback leaves a gap. */
      sequence: Generated<number>;
      id: string;
      at: Instant;
      action: AuditAction;
      actor_id: string | null;
      actor_name: string | null;
      actor_email: string | null;
      subject_kind: AuditedObjectKind;
      subject_id: string | null;
      subject_name: string;
      detail: string;
      request_id: string | null;
      address: string | null;
      search_key: string;
    };
    /** Number of repetitions of an entry's action. Only grows, enforced by a trigger. No row: no repetition. */
    audit_repetitions: {
      entry_id: string;
      repetitions: number;
      last_at: Instant;
    };
  }
}

export const tableDeclarations: TableDeclarations<'audit_entries' | 'audit_repetitions'> = {
  audit_entries: {
    backup: ['sequence'],
    isRecord: false,
    cohort: 'none: the audit trail continues',
  },
  audit_repetitions: {
    backup: ['entry_id'],
    isRecord: false,
    cohort: 'none: the audit trail continues',
  },
};
