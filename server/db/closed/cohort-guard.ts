/** Configures the triggers that protect a table's rows while their cohort is closed. */
export type CohortGuard = {
  key: string;
  /** Converts an SQL expression for the key column into an SQL expression for the cohort's id. */
  cohortOf: (key: string) => string;
  /** Columns that may change even in a closed cohort, each with the reason. */
  exempt?: Record<string, string>;
  /** True if the portal locks rows of this table with no-op updates, which the trigger must not slow down. */
  isLocked?: true;
  /** Returns the SQL condition for rows that may be inserted into a closed cohort. */
  isInsertAllowed?: (row: string) => string;
};

export function buildGroupCohortSql(id: string): string {
  return `(select cohort_id from groups where id = ${id})`;
}

export function buildMemberCohortSql(id: string): string {
  return buildGroupCohortSql(`(select group_id from members where id = ${id})`);
}
