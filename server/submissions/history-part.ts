import { sql } from 'kysely';
import type { HistoryKind } from '#contract/history.ts';
import { isPostgres } from '#server/db/migrate.ts';
import { type HistoryPart, toInstantText } from '#server/http/history.ts';

/** Refused extensions. Requests and granted extensions are changes of the group. */
export const refusalsInHistory: HistoryPart = (db, { groupId }) =>
  db
    .selectFrom('extension_requests')
    .where('group_id', '=', groupId)
    .where('decision', '=', 'refused')
    .select(({ ref }) => ref('decided_at').$notNull().as('at'))
    .select(sql<string>`'refusal' || id`.as('key'))
    .select([sql<HistoryKind>`'dates'`.as('kind'), 'decided_by_name as by'])
    .select(sql<null>`cast(null as text)`.as('memberName'))
    .select([sql<string>`'extension'`.as('part'), 'deadline_id as field', 'decision as from'])
    .select(toInstantText(db, 'asked_due').as('to'));

/** Reminders that the portal sent. */
export const remindersInHistory: HistoryPart = (db, { groupId }) => {
  const due = toInstantText(db, 'due');
  const deadlineId = isPostgres(db)
    ? sql<string>`split_part(deadline_id, '.', 1)`
    : sql<string>`substr(deadline_id, 1, instr(deadline_id || '.', '.') - 1)`;
  const id = sql<string>`'reminder:' || deadline_id || ':' || ${due} || ':' || cast(days as text)`;
  return db
    .selectFrom('reminders')
    .where('group_id', '=', groupId)
    .select(['queued_at as at', id.as('key')])
    .select(sql<HistoryKind>`'dates'`.as('kind'))
    .select([
      sql<null>`cast(null as text)`.as('by'),
      sql<null>`cast(null as text)`.as('memberName'),
    ])
    .select([sql<string>`'reminder'`.as('part'), deadlineId.as('field')])
    .select([sql<string>`cast(days as text)`.as('from'), due.as('to')]);
};
