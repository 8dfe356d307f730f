import { type SelectQueryBuilder, sql } from 'kysely';
import type { HistoryKind } from '#contract/history.ts';
import type { Role } from '#contract/values/roles.ts';
import { isPostgres } from '#server/db/migrate.ts';
import type { Db, Instant, Tables } from '#server/db/tables.ts';

/** Columns of an entry of a group's history, in this order. */
export type HistoryRow = {
  at: Instant;
  /** Orders entries of the same instant. Unique within the group. Never part of a reply. */
  key: string;
  kind: HistoryKind;
  by: string | null;
  memberName: string | null;
  part: string;
  field: string;
  from: string | null;
  to: string | null;
};

export type HistoryViewer = {
  groupId: string;
  role: Role;
  /** The viewer's member row. Undefined for staff and admins. */
  memberId: string | undefined;
  /** True for staff who examine the group without supervising it. */
  isExaminerOnly: boolean;
};

/**
 * Entries that a feature adds to the history of a group, read from the feature's own tables. Must select only what the
 * viewer may see: a student sees the whole group's entries and those about themselves.
 */
export type HistoryPart = (
  db: Db,
  viewer: HistoryViewer,
) => SelectQueryBuilder<Tables, keyof Tables, HistoryRow>;

/** PostgreSQL requires the same type of a column in all parts, so ids are cast to text. */
export const toIdText = (column: string) => sql<string>`cast(${sql.ref(column)} as text)`;

/** Returns an instant as text in ISO 8601, as the portal writes it. */
export const toInstantText = (db: Db, column: string) =>
  isPostgres(db)
    ? sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql<string>`${sql.ref(column)}`;
