import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { Db } from '#server/db/tables.ts';

/**
 * Selects groups' document versions and, as `newest.last`, each document's latest version number. `groupIds` is a JSON
 * array. Comparing versions pairwise instead takes seconds for a few thousand documents.
 */
export const selectDocumentsWithLastVersion = (db: Db, groupIds: string) =>
  db
    .selectFrom('documents')
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('documents')
          .select(['group_id', 'kind', 'member_id', 'deadline_id'])
          .select(({ fn }) => fn.max('version').as('last'))
          .where(isIdInJsonArray(db, 'group_id', groupIds))
          .groupBy(['group_id', 'kind', 'member_id', 'deadline_id'])
          .as('newest'),
      (join) =>
        join
          .onRef('newest.group_id', '=', 'documents.group_id')
          .onRef('newest.kind', '=', 'documents.kind')
          .onRef('newest.member_id', 'is not distinct from', 'documents.member_id')
          .onRef('newest.deadline_id', 'is not distinct from', 'documents.deadline_id'),
    )
    // Repeat the condition for the outer table: without it, PostgreSQL reads the whole table for the join.
    .where(isIdInJsonArray(db, 'documents.group_id', groupIds));
