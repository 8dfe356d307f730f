import { sql } from 'kysely';
import type { HistoryKind } from '#contract/history.ts';
import type { HistoryPart } from '#server/http/history.ts';

/** Meetings at the time when they were held. External examiners do not read the log. */
export const meetingsInHistory: HistoryPart = (db, { groupId, isExaminerOnly }) =>
  db
    .selectFrom('meetings')
    .where('group_id', '=', groupId)
    .$if(isExaminerOnly, (hidden) => hidden.where(sql<boolean>`1 = 0`))
    .select(['held_at as at', sql<string>`'meeting' || id`.as('key')])
    .select([sql<HistoryKind>`'meetings'`.as('kind'), 'written_by_name as by'])
    .select(sql<null>`cast(null as text)`.as('memberName'))
    .select([sql<string>`'meeting'`.as('part'), sql<string>`cast(minutes as text)`.as('field')])
    .select([sql<null>`cast(null as text)`.as('from'), 'confirmed_by_name as to']);
