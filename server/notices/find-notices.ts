import type { NoticeFilter } from '#contract/messages/notices.ts';
import type { Db } from '#server/db/tables.ts';

const columns = [
  'id as _id',
  'kind',
  'text',
  'path',
  'created_at as createdAt',
  'read_at as readAt',
] as const;

/** Returns a query that selects a user's notices in unspecified order. */
export function selectNotices(
  db: Db,
  userId: string,
  { kind, state }: Pick<NoticeFilter, 'kind' | 'state'> = {},
) {
  return db
    .selectFrom('notices')
    .select(columns)
    .where('user_id', '=', userId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'marks'))
    .$if(state === 'unread', (query) => query.where('read_at', 'is', null));
}

/** Sorts the notices by time. The sort order matches the index `notices_newest`. */
export function sortNotices(query: ReturnType<typeof selectNotices>, order: NoticeFilter['order']) {
  const direction = order === 'oldest' ? 'asc' : 'desc';
  return query.orderBy('created_at', direction).orderBy('id', direction);
}
