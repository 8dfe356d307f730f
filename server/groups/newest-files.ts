import type { RawBuilder } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/**
 * The rows of `documents` of some groups, each beside `newest.last`: the last version of its file. Versions are only
 * ever added, so the query looks at each once; compared with one another they took seconds for some thousand.
 */
export const withLastVersion = (db: Db, groupIds: RawBuilder<string>) =>
  // mutant-harmless where: surplus rows belong to groups that nobody looks at
  db.selectFrom('documents').innerJoin(
    (eb) =>
      eb
        .selectFrom('documents')
        .select(['group_id', 'kind', 'member_id', 'deadline_id'])
        .select(({ fn }) => fn.max('version').as('last'))
        .where('group_id', 'in', groupIds)
        .groupBy(['group_id', 'kind', 'member_id', 'deadline_id'])
        .as('newest'),
    (join) =>
      join
        .onRef('newest.group_id', '=', 'documents.group_id')
        .onRef('newest.kind', '=', 'documents.kind')
        .onRef('newest.member_id', 'is not distinct from', 'documents.member_id')
        .onRef('newest.deadline_id', 'is not distinct from', 'documents.deadline_id'),
  );
