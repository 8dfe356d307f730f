import type { AuditEntry, AuditFilter } from '#contract/audit.ts';
import { instantOf } from '#server/content/instant-of.ts';
import { containing, wordsOf } from '#server/db/search.ts';
import type { Db, Row } from '#server/db/tables.ts';

/** In no order; the filter's days are those of the department's calendar. */
export function entriesOf(db: Db, { q, action, from, to }: AuditFilter, timeZone: string) {
  let found = db.selectFrom('audit_entries').selectAll();
  for (const word of wordsOf(q)) found = found.where('search_key', 'like', containing(word));
  if (action) found = found.where('action', '=', action);
  const start = from && beginningOf(from, timeZone);
  if (start) found = found.where('at', '>=', start);
  const end = to && beginningOf(dayAfter(to), timeZone);
  if (end) found = found.where('at', '<', end);
  return found;
}

/** As both databases hold an instant: with its milliseconds. */
function beginningOf(day: string, timeZone: string): string | undefined {
  const instant = instantOf(`${day} 00:00`, timeZone);
  return instant && new Date(instant).toISOString();
}

const dayAfter = (day: string) => Temporal.PlainDate.from(day).add({ days: 1 }).toString();

export const asEntry = (row: Row<'audit_entries'>): AuditEntry => ({
  _id: row.id,
  sequence: row.sequence,
  at: row.at,
  action: row.action,
  actor:
    row.actor_id === null
      ? null
      : { _id: row.actor_id, name: row.actor_name ?? '', email: row.actor_email ?? '' },
  subject: { kind: row.subject_kind, _id: row.subject_id, name: row.subject_name },
  detail: row.detail,
  requestId: row.request_id,
  address: row.address,
});
