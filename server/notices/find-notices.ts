import type { ExpressionBuilder } from 'kysely';
import type { NoticeFilter } from '#contract/messages/notices.ts';
import type { Db, Tables } from '#server/db/tables.ts';

const selectColumns = (eb: ExpressionBuilder<Tables, 'notices'>) => [
  ...([
    'id as _id',
    'kind',
    'text',
    'path',
    'created_at as createdAt',
    'read_at as readAt',
  ] as const),
  eb('repetitions', '+', 1).as('times'),
  eb.fn.coalesce('last_at', 'created_at').as('lastAt'),
];

/** Returns a query that selects a user's notices in unspecified order. */
export function selectNotices(
  db: Db,
  userId: string,
  { kind, state }: Pick<NoticeFilter, 'kind' | 'state'> = {},
) {
  return db
    .selectFrom('notices')
    .select(selectColumns)
    .where('user_id', '=', userId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'marks'))
    .$if(state === 'unread', (query) => query.where('read_at', 'is', null));
}

/** Sorts the notices by time. The sort order matches the index `notices_newest`. */
export function sortNotices(query: ReturnType<typeof selectNotices>, order: NoticeFilter['order']) {
  const direction = order === 'oldest' ? 'asc' : 'desc';
  return query.orderBy('created_at', direction).orderBy('id', direction);
}
