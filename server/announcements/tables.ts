import type { Generated } from 'kysely';
import type { Instant, TableDeclarations } from '#server/db/tables.ts';

declare module '#server/db/tables.ts' {
  interface Tables {
    announcements: {
      id: string;
      cohort_id: string;
      title: string;
      text: string;
      /** JSON array of the roles that the announcement addresses. */
      roles: string;
      /** JSON array of programs; null for all programs. */
      programs: string | null;
      /** 1 if the announcement is only for the groups in `announcement_groups`. */
      is_for_groups: 0 | 1;
      by_email: 0 | 1;
      publish_at: Instant;
      published_at: Instant | null;
      shown_until: Instant | null;
      withdrawn_at: Instant | null;
      created_by: string;
      created_by_name: string;
      created_at: Instant;
      version: number;
      /** 1 if recipients can answer on their desk. */
      allows_answers: Generated<0 | 1>;
    };
    announcement_groups: { announcement_id: string; group_id: string };
    announcement_emails: { announcement_id: string; email_id: string };
    announcement_answers: {
      id: string;
      announcement_id: string;
      user_id: string | null;
      user_name: string;
      text: string;
      created_at: Instant;
    };
  }
}

export const tableDeclarations: TableDeclarations<
  'announcements' | 'announcement_groups' | 'announcement_emails' | 'announcement_answers'
> = {
  announcements: {
    backup: ['id'],
    isRecord: true,
    cohort: { key: 'cohort_id', cohortOf: (id) => id, isLocked: true },
  },
  announcement_groups: {
    backup: ['announcement_id', 'group_id'],
    isRecord: true,
    cohort: {
      key: 'announcement_id',
      cohortOf: (id) => `(select cohort_id from announcements where id = ${id})`,
    },
  },
  announcement_emails: {
    backup: ['announcement_id', 'email_id'],
    isRecord: true,
    cohort: 'none: records that an email was queued',
  },
  announcement_answers: {
    backup: ['id'],
    isRecord: true,
    cohort: {
      key: 'announcement_id',
      cohortOf: (id) => `(select cohort_id from announcements where id = ${id})`,
    },
  },
};
