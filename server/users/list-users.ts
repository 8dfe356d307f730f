import type { ListQuery } from '#contract/text.ts';
import type { User } from '#contract/users.ts';
import { containing, pageOf, wordsOf } from '#server/db/search.ts';
import type { Db } from '#server/db/tables.ts';
import { documentUrl } from '#server/files/documents.ts';

const users = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('documents', 'documents.user_id', 'users.id')
    .select([
      'users.id as _id',
      'users.name',
      'users.email',
      'users.role',
      'users.created_at as createdAt',
      'users.blocked_at as blockedAt',
      'users.email_confirmed_at as confirmedAt',
      'documents.id as cvId',
    ]);

const asUser = ({ cvId, ...user }: Omit<User, 'fileUrl'> & { cvId: string | null }): User => ({
  ...user,
  fileUrl: cvId && documentUrl(cvId),
});

/** One user as admins see him; throws when there is none. */
export async function getUser(db: Db, userId: string): Promise<User> {
  return asUser(await users(db).where('users.id', '=', userId).executeTakeFirstOrThrow());
}

/** Users by name: all, or the page asked for, whose name, e-mail or role has every word of `q`. */
export async function listUsers(db: Db, { page, limit, q }: ListQuery) {
  let matching = users(db);
  for (const word of wordsOf(q)) {
    matching = matching.where((eb) =>
      eb.or([
        eb('users.name_key', 'like', containing(word)),
        eb('users.email', 'like', containing(word)),
        eb(eb.cast('users.role', 'text'), 'like', containing(word)),
      ]),
    );
  }
  const { total } = await matching
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  let ordered = matching.orderBy('users.name_key').orderBy('users.email');
  const range = pageOf({ page, limit });
  if (range) ordered = ordered.limit(range.limit).offset(range.offset);
  return { users: (await ordered.execute()).map(asUser), total };
}
