import type { ExpressionBuilder } from 'kysely';
import type { z } from 'zod';
import { getDocumentUrl } from '#contract/documents.ts';
import type { listUsers as endpoint, User } from '#contract/users.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import { readTogether } from '#server/db/read-together.ts';
import { matchesSearch, toLimitOffset } from '#server/db/search.ts';
import type { Db, Tables } from '#server/db/tables.ts';
import { toBatches } from '#server/http/bodies/send-list.ts';

const usersAtOnce = 500;

const users = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('documents', (join) =>
      join
        .onRef('documents.user_id', '=', 'users.id')
        .on('documents.kind', '=', 'cv')
        .on('documents.removed_at', 'is', null),
    )
    .leftJoin('members', (join) =>
      join
        .onRef('members.user_id', '=', 'users.id')
        .on('members.deleted_at', 'is', null)
        .on('members.closed_at', 'is', null),
    )
    .leftJoin('groups', 'groups.id', 'members.group_id')
    .select([
      'users.id as _id',
      'users.name',
      'users.email',
      'users.role',
      'users.created_at as createdAt',
      'users.blocked_at as blockedAt',
      'users.email_confirmed_at as confirmedAt',
      'users.supervises',
      'documents.id as cvId',
      'groups.name as fypGroupName',
      'members.name as memberName',
      'members.roll',
    ]);

type Read = Awaited<ReturnType<ReturnType<typeof users>['executeTakeFirstOrThrow']>>;

const asUser = ({ cvId, supervises, fypGroupName, memberName, roll, ...user }: Read): User => ({
  ...user,
  fileUrl: cvId && getDocumentUrl(cvId),
  supervises: supervises === 1,
  memberOf: fypGroupName && memberName ? { fypGroupName, memberName, roll: roll ?? '' } : null,
});

export async function getUser(db: Db, userId: string): Promise<User> {
  return asUser(await users(db).where('users.id', '=', userId).executeTakeFirstOrThrow());
}

/** Lists users sorted by name. `q` searches name, email and role; `waiting` selects unconfirmed, unblocked accounts. */
export async function listUsers(
  db: Db,
  { page, limit, q, waiting, role }: z.output<typeof endpoint.query>,
) {
  const isListed = (eb: ExpressionBuilder<Tables, 'users'>) =>
    eb.and([
      matchesSearch('users.search_key', q),
      ...(role ? [eb('users.role', '=', role)] : []),
      ...(waiting
        ? [eb('users.email_confirmed_at', 'is', null), eb('users.blocked_at', 'is', null)]
        : []),
    ]);
  const range = toLimitOffset({ page, limit });
  const [{ total }, rows] = await readTogether(db, (reader) => {
    const listed = reader.selectFrom('users').where(isListed);
    const ordered = listed.orderBy('users.sort_key').select('users.id');
    return Promise.all([
      listed.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      (range ? ordered.limit(range.limit).offset(range.offset) : ordered).execute(),
    ]);
  });
  const ids = rows.map(({ id }) => id);
  return { users: readInBatches(db, ids), total };
}

async function* readInBatches(db: Db, ids: readonly string[]): AsyncGenerator<User[]> {
  for (const batch of toBatches(ids, usersAtOnce)) {
    const rows = await users(db)
      .where(isIdInJsonArray(db, 'users.id', JSON.stringify(batch)))
      .orderBy('users.sort_key')
      .execute();
    yield rows.map(asUser);
  }
}
