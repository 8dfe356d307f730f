import type { AuditEntry, AuditFilter } from '#contract/admin/audit.ts';
import { matchesSearch } from '#server/db/search.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';

/** Selects the audit entries that match the filter. `from` and `to` are days in the department's time zone. */
export function selectAuditEntries(db: Db, { q, action, from, to }: AuditFilter, timeZone: string) {
  let matching = db
    .selectFrom('audit_entries')
    .leftJoin('audit_repetitions', 'entry_id', 'id')
    .selectAll('audit_entries')
    .select(['repetitions', 'last_at'])
    .where(matchesSearch('search_key', q));
  if (action) matching = matching.where('action', '=', action);
  if (from) matching = matching.where('at', '>=', startOf(Temporal.PlainDate.from(from), timeZone));
  if (to) {
    const dayAfter = Temporal.PlainDate.from(to).add({ days: 1 });
    matching = matching.where('at', '<', startOf(dayAfter, timeZone));
  }
  return matching;
}

/** Returns the first instant of a day in the stored format, which is ISO 8601 with milliseconds. */
const startOf = (day: Temporal.PlainDate, timeZone: string): string =>
  day.toZonedDateTime(timeZone).toInstant().toString({ smallestUnit: 'millisecond' });

type CountedRow = DatabaseRow<'audit_entries'> & {
  repetitions: number | null;
  last_at: string | null;
};

export const toAuditEntry = (row: CountedRow): AuditEntry => ({
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
  times: (row.repetitions ?? 0) + 1,
  lastAt: row.last_at ?? row.at,
  requestId: row.request_id,
  address: row.address,
});
