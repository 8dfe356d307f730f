import type { AuditEntry, AuditFilter } from '#contract/audit.ts';
import { containsPattern, splitSearchWords } from '#server/db/search.ts';
import type { Db, Row } from '#server/db/tables.ts';

/** In no order; the filter's days are those of the department's calendar. */
export function entriesOf(db: Db, { q, action, from, to }: AuditFilter, timeZone: string) {
  let found = db.selectFrom('audit_entries').selectAll();
  for (const word of splitSearchWords(q))
    found = found.where('search_key', 'like', containsPattern(word));
  if (action) found = found.where('action', '=', action);
  if (from) found = found.where('at', '>=', startOf(Temporal.PlainDate.from(from), timeZone));
  if (to) {
    const dayAfter = Temporal.PlainDate.from(to).add({ days: 1 });
    found = found.where('at', '<', startOf(dayAfter, timeZone));
  }
  return found;
}

/** The first instant of a day, with the milliseconds that both databases store. */
const startOf = (day: Temporal.PlainDate, timeZone: string): string =>
  day.toZonedDateTime(timeZone).toInstant().toString({ smallestUnit: 'millisecond' });

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
