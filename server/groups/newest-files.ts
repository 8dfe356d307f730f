import { listedIn } from '#server/db/compile-once.ts';
import type { Db } from '#server/db/tables.ts';

/**
 * The rows of `documents` of some groups, listed as JSON, each beside `newest.last`: the last version of its file. Each
 * version is looked at once; compared with one another they took seconds for some thousand.
 */
export const withLastVersion = (db: Db, groupIds: string) =>
  db
    .selectFrom('documents')
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('documents')
          .select(['group_id', 'kind', 'member_id', 'deadline_id'])
          .select(({ fn }) => fn.max('version').as('last'))
          .where(listedIn(db, 'group_id', groupIds))
          .groupBy(['group_id', 'kind', 'member_id', 'deadline_id'])
          .as('newest'),
      (join) =>
        join
          .onRef('newest.group_id', '=', 'documents.group_id')
          .onRef('newest.kind', '=', 'documents.kind')
          .onRef('newest.member_id', 'is not distinct from', 'documents.member_id')
          .onRef('newest.deadline_id', 'is not distinct from', 'documents.deadline_id'),
    )
    // Without it PostgreSQL reads the whole table for the join.
    .where(listedIn(db, 'documents.group_id', groupIds));
