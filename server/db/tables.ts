import type { Kysely, Selectable } from 'kysely';
import type { CohortGuard } from './closed/cohort-guard.ts';

/** ISO 8601, in UTC with milliseconds. */
export type Instant = string;

/** The columns of all tables. Each folder of `server` adds its own tables in its `tables.ts`. */
export interface Tables {
  jobs: {
    name: string;
    leased_by: string | null;
    leased_until: Instant | null;
    began_at: Instant | null;
    ended_at: Instant | null;
    position: string | null;
  };
}

export type Db = Kysely<Tables>;
export type DatabaseRow<T extends keyof Tables> = Selectable<Tables[T]>;

/** Changes of an account after which somebody who had access to it must lose that access. */
export const credentialEvents = [
  'password-changed',
  'blocked',
  'role-changed',
  'email-changed',
  'sessions-ended',
  'confirmed',
] as const;
export type CredentialEvent = (typeof credentialEvents)[number];

export type TableDeclaration<Column extends string = string> = {
  /** The columns by which backups sort the table, or the reason for omitting the table from backups. */
  backup: readonly Column[] | `none: ${string}`;
  /** True if the table must remain unchanged when a request is rejected. */
  isRecord: boolean;
  /** How to find a row's cohort, or the reason why rows of closed cohorts may change. */
  cohort: CohortGuard | `none: ${string}`;
  /**
   * The events that delete an account's rows, or the reason why none does. Required for tables with hashes of secrets,
   * which a test recognises by the names of their columns.
   */
  revokedBy?: readonly CredentialEvent[] | `none: ${string}`;
  /** The table's name in backups and databases of earlier versions. */
  formerName?: string;
};

export type TableDeclarations<T extends keyof Tables> = {
  readonly [Name in T]: TableDeclaration<keyof Tables[Name] & string>;
};

/** For credentials that somebody with access to the account can have created or copied. */
export const revokedByAllButEmail = [
  'password-changed',
  'blocked',
  'role-changed',
  'sessions-ended',
  'confirmed',
] as const satisfies readonly CredentialEvent[];

export const tableDeclarations: TableDeclarations<'jobs'> = {
  jobs: {
    backup: 'none: describes the processes on this server',
    isRecord: false,
    cohort: 'none: describes the processes on this server',
  },
};
