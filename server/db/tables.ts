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

export type TableDeclaration<Column extends string = string> = {
  /** The columns by which backups sort the table, or the reason for omitting the table from backups. */
  backup: readonly Column[] | `none: ${string}`;
  /** True if the table must remain unchanged when a request is rejected. */
  isRecord: boolean;
  /** How to find a row's cohort, or the reason why rows of closed cohorts may change. */
  cohort: CohortGuard | `none: ${string}`;
  /** The table's name in backups and databases of earlier versions. */
  formerName?: string;
};

export type TableDeclarations<T extends keyof Tables> = {
  readonly [Name in T]: TableDeclaration<keyof Tables[Name] & string>;
};

export const tableDeclarations: TableDeclarations<'jobs'> = {
  jobs: {
    backup: 'none: describes the processes on this server',
    isRecord: false,
    cohort: 'none: describes the processes on this server',
  },
};
