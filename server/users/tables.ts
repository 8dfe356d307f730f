import type { Generated } from 'kysely';
import type { Role } from '#contract/values/roles.ts';
import type { Instant, TableDeclarations } from '#server/db/tables.ts';

declare module '#server/db/tables.ts' {
  interface Tables {
    users: {
      id: string;
      name: string;
      name_key: string;
      /** Derived from other columns by `buildDerivedUserColumns`. */
      search_key: Generated<string>;
      sort_key: Generated<string>;
      email: string;
      password_hash: string;
      role: Role;
      created_at: Instant;
      blocked_at: Instant | null;
      /** Null until the email address is confirmed. An unconfirmed address grants no access to a group. */
      email_confirmed_at: Instant | null;
      /** Time at which the one-time password expires. Null for a password that is not a one-time password. */
      password_ends_at: Instant | null;
      /** 1 if students can choose this account as their supervisor. */
      supervises: Generated<0 | 1>;
    };
  }
}

export const tableDeclarations: TableDeclarations<'users'> = {
  users: { backup: ['id'], isRecord: true, cohort: 'none: an account exists across cohorts' },
};
