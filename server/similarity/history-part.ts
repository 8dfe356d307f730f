import { sql } from 'kysely';
import type { HistoryKind } from '#contract/history.ts';
import type { HistoryPart } from '#server/http/history.ts';

/** Everybody who sees the group may read the figures. `field` is the event, `from` the figures and `to` the reason. */
export const similarityInHistory: HistoryPart = (db, { groupId }) =>
  db
    .selectFrom('similarity_entries')
    .where('group_id', '=', groupId)
    .select(['at', sql<string>`'similarity' || id`.as('key')])
    .select([sql<HistoryKind>`'files'`.as('kind'), 'by_name as by'])
    .select(sql<null>`cast(null as text)`.as('memberName'))
    .select([sql<string>`'similarity'`.as('part'), 'event as field'])
    .select(sql<string>`cast(overall as text) || ' ' || cast(single_source as text)`.as('from'))
    .select('reason as to');
