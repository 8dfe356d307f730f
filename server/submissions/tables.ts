import type { Generated } from 'kysely';
import { buildGroupCohortSql } from '#server/db/closed/cohort-guard.ts';
import type { Instant, TableDeclarations } from '#server/db/tables.ts';

declare module '#server/db/tables.ts' {
  interface Tables {
    /** Individual due dates and excuses of groups. Without a row, the common due date applies. */
    group_deadlines: {
      group_id: string;
      deadline_id: string;
      due: Instant | null;
      /**
       * The common due date when the group was given an earlier date. If the common date has changed since then, the
       * later of `due` and the common date applies.
       */
      earlier_than: Generated<Instant | null>;
      is_excused: 0 | 1;
      reason: string;
      changed_by: string;
      changed_at: Instant;
    };
    extension_requests: {
      id: string;
      group_id: string;
      deadline_id: string;
      /** Readable only as `mayReadReason` allows, because it is often about an illness. So is `decision_reason`. */
      reason: string;
      supervisor_may_read: Generated<0 | 1>;
      asked_due: Instant;
      document_id: string | null;
      asked_by: string;
      asked_by_name: string;
      asked_at: Instant;
      decision: 'granted' | 'refused' | null;
      decided_by: string | null;
      decided_by_name: string | null;
      decided_at: Instant | null;
      decision_reason: string | null;
      /** Advice of the supervisor, if the FYP office decides. */
      advice: Generated<'support' | 'against' | null>;
      advised_by_name: Generated<string | null>;
      advised_at: Generated<Instant | null>;
    };
    reminders: {
      group_id: string;
      /** The result of `getReminderSubject`: a deadline's id, with a dot and the id of a member who alone owes the files. */
      deadline_id: string;
      /** The due date when the reminder was sent. If the due date changes, another reminder is sent. */
      due: Instant;
      /** Number of days before the due date, or -1 for the list of missing files that is sent after the due date. */
      days: number;
      queued_at: Instant;
    };
    /** No longer used. The table remains so that backups of earlier versions can be restored. */
    muted_reminders: { user_id: string; muted_at: Instant };
  }
}

export const tableDeclarations: TableDeclarations<
  'group_deadlines' | 'extension_requests' | 'reminders' | 'muted_reminders'
> = {
  group_deadlines: {
    backup: ['group_id', 'deadline_id'],
    isRecord: true,
    cohort: { key: 'group_id', cohortOf: buildGroupCohortSql },
  },
  extension_requests: {
    backup: ['id'],
    isRecord: true,
    cohort: { key: 'group_id', cohortOf: buildGroupCohortSql },
  },
  reminders: {
    backup: ['group_id', 'deadline_id', 'due', 'days'],
    isRecord: true,
    cohort: 'none: records that an email was queued',
  },
  muted_reminders: {
    backup: ['user_id'],
    isRecord: true,
    cohort: 'none: rows belong to an account',
  },
};
