import type { Generated } from 'kysely';
import { buildGroupCohortSql } from '#server/db/closed/cohort-guard.ts';
import type { Instant, TableDeclarations } from '#server/db/tables.ts';

declare module '#server/db/tables.ts' {
  interface Tables {
    /** The highest group number that has been assigned in a program of a cohort. */
    group_sequences: { cohort_id: string; program: string; number: number };
    /** Highest group numbers before cohorts existed. Read only when groups of that time are assigned to cohorts. */
    group_numbers: { program: string; session_year: number; number: number };
    groups: {
      id: string;
      /** Null in groups that predate cohorts, until they are assigned to a cohort at startup. */
      cohort_id: string | null;
      name: string;
      /** Result of `toUniqueNameKey`, followed by the group’s id if an older group had the same key. */
      name_key: Generated<string>;
      program: string;
      session_year: number;
      number: number;
      title: string;
      category: string;
      supervisor: string;
      supervisor_key: string;
      /** The supervisor's account, or null while no account or several accounts have this name. */
      supervisor_id: string | null;
      external_examiner: string | null;
      external_examiner_key: string | null;
      external_examiner_id: string | null;
      viva_date: string | null;
      viva_status: 'pass' | 'fail' | 'reschedule' | null;
      viva_feedback: string | null;
      viva_revision: number;
      viva_changed_by: string | null;
      viva_changed_at: Instant | null;
      eligibility: string | null;
      submission_hash: string;
      version: number;
      created_at: Instant;
      changed_at: Instant;
      changed_by: string | null;
      deleted_at: Instant | null;
      search_key: Generated<string>;
      name_search_key: Generated<string>;
      sort_key: Generated<string>;
    };
    members: {
      id: string;
      group_id: string;
      position: number;
      name: string;
      father_name: string;
      roll: string;
      roll_key: string;
      email: string;
      phone: string;
      notified_viva_revision: Generated<number>;
      /** The member’s student account, or null while it is unknown. */
      user_id: string | null;
      /** An account that had the member’s email or became staff. While set, an admin has to decide about the member. */
      left_by: string | null;
      /** Copies of the group's `deleted_at` and the cohort's `closed_at`, for the unique indexes of active members. */
      deleted_at: Instant | null;
      closed_at: Instant | null;
      /** Set while the member has left the group. `deleted_at` is then set as well, so that they may join another group. */
      left_at: Generated<Instant | null>;
      /** Until when a member who joined late submits their own files, or null. */
      own_due: Generated<Instant | null>;
    };
    /** Members who left a group or moved to another. The row is deleted when they return; the history keeps it. */
    departures: {
      group_id: string;
      member_id: string;
      /** The calendar date until which they belonged to the group. */
      left_on: string;
      reason: string;
      /** The group to which they moved, or null if they left. */
      moved_to: string | null;
      /** Their row in that group, or null if they left or moved before the portal stored it. */
      moved_to_member: string | null;
    };
    /** Emails that accounts with memberships have or had. No other account is linked to members with such an email. */
    claimed_emails: { email: string; user_id: string; claimed_at: Instant };
    changes: {
      id: string;
      group_id: string;
      member_id: string | null;
      part: string;
      field: string;
      value_from: string | null;
      value_to: string | null;
      revision: number | null;
      changed_by: string;
      changed_by_name: string;
      changed_at: Instant;
      /** Sequence number of the change within its group, which preserves the order of simultaneous changes. */
      sequence: number;
    };
  }
}

export const tableDeclarations: TableDeclarations<
  | 'group_sequences'
  | 'group_numbers'
  | 'groups'
  | 'members'
  | 'departures'
  | 'claimed_emails'
  | 'changes'
> = {
  group_sequences: {
    backup: ['cohort_id', 'program'],
    isRecord: false,
    cohort: 'none: a number that was assigned once is never assigned again',
  },
  group_numbers: {
    backup: ['program', 'session_year'],
    isRecord: false,
    cohort: 'none: a number that was assigned once is never assigned again',
  },
  groups: {
    backup: ['id'],
    isRecord: true,
    cohort: {
      key: 'cohort_id',
      cohortOf: (id) => id,
      isLocked: true,
      exempt: {
        search_key: 'derived from protected columns; rewritten when searches change',
        name_search_key: 'derived as well',
        sort_key: 'derived as well',
      },
    },
  },
  members: {
    backup: ['id'],
    isRecord: true,
    cohort: {
      key: 'group_id',
      cohortOf: buildGroupCohortSql,
      exempt: {
        closed_at: 'follows the closing and reopening of the cohort',
        notified_viva_revision: 'the emailed viva revision: pending emails are still sent',
        left_by: 'an account that once had the email address',
        user_id: 'the account of the membership: a student may sign up later',
      },
    },
  },
  departures: {
    backup: ['group_id', 'member_id'],
    isRecord: true,
    cohort: { key: 'group_id', cohortOf: buildGroupCohortSql },
  },
  claimed_emails: {
    backup: ['email', 'user_id'],
    isRecord: true,
    cohort: 'none: rows belong to an account',
  },
  changes: {
    backup: ['id'],
    isRecord: true,
    cohort: { key: 'group_id', cohortOf: buildGroupCohortSql },
  },
};
