import type { NoticeFilter } from '#contract/notices.ts';
import type { Db } from '#server/db/tables.ts';

const columns = [
  'id as _id',
  'kind',
  'text',
  'path',
  'created_at as createdAt',
  'read_at as readAt',
] as const;

/** Somebody’s own, in no order. */
export function noticesOf(
  db: Db,
  userId: string,
  { kind, state }: Pick<NoticeFilter, 'kind' | 'state'> = {},
) {
  return db
    .selectFrom('notices')
    .select(columns)
    .where('user_id', '=', userId)
    .$if(kind !== undefined, (found) => found.where('kind', '=', kind ?? 'marks'))
    .$if(state === 'unread', (found) => found.where('read_at', 'is', null));
}

/** By the index `notices_newest`. */
export function inOrder(found: ReturnType<typeof noticesOf>, order: NoticeFilter['order']) {
  const direction = order === 'oldest' ? 'asc' : 'desc';
  return found.orderBy('created_at', direction).orderBy('id', direction);
}
