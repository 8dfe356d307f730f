import { sql } from 'kysely';
import type { HistoryKind } from '#contract/history.ts';
import { type HistoryPart, toIdText } from '#server/http/history.ts';
import { maySeeThread } from './thread-access.ts';

/** Messages of the threads that the viewer may see, without their text. */
export const messagesInHistory: HistoryPart = (db, { groupId, role }) =>
  db
    .selectFrom('discussion_messages')
    .where('group_id', '=', groupId)
    .where('removed_at', 'is', null)
    .$if(!maySeeThread({ role }, 'staff'), (visible) => visible.where('thread', '=', 'group'))
    .select(['written_at as at', sql<string>`'message' || id`.as('key')])
    .select([sql<HistoryKind>`'discussion'`.as('kind'), 'written_by_name as by'])
    .select(sql<null>`cast(null as text)`.as('memberName'))
    .select([sql<string>`'message'`.as('part'), 'thread as field'])
    .select([sql<null>`cast(null as text)`.as('from'), toIdText('id').as('to')]);
