import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AuditedObjectKind } from '#contract/admin/audit.ts';
import type { AuditAction } from '#contract/audit-actions.ts';
import { normaliseForSearch } from '#contract/values/search-form.ts';
import { isPostgres } from '#server/db/migrate.ts';
import { prepareQuery } from '#server/db/prepared-query.ts';
import type { Db } from '#server/db/tables.ts';
import type { WriteTransaction } from '#server/db/write-context.ts';
import type { Caller, RequestOrigin } from '#server/http/serve.ts';
import { countRepetition, type EntryRow, isCountable } from './count-repetition.ts';

export type AuditActor =
  | (RequestOrigin & Partial<Pick<Caller, 'userId' | 'name' | 'email'>>)
  | 'portal';

export type NewAuditEntry = {
  action: AuditAction;
  by: AuditActor;
  subject: { kind: AuditedObjectKind; id: string | null; name: string };
  /** Must not contain marks, feedback, passwords or tokens. */
  detail?: string;
};

const maxDetailLength = 2000;

/**
 * Inserts an audit entry in the caller's transaction, so that it is committed together with the action. An action that
 * repeats an identical one of the last minute is counted in that one's entry.
 */
export async function recordAuditEntry(
  { trx, now }: WriteTransaction,
  { action, by, subject, detail = '' }: NewAuditEntry,
): Promise<void> {
  const { userId, name, email, requestId, address } = by === 'portal' ? nothing : by;
  const shortDetail =
    detail.length > maxDetailLength ? `${detail.slice(0, maxDetailLength - 1)}…` : detail;
  const searched = [name, email, subject.name, shortDetail, address].filter(Boolean).join('\n');
  const entry = {
    id: randomUUID(),
    at: now.toISOString(),
    action,
    actor_id: userId ?? null,
    actor_name: name ?? null,
    actor_email: email ?? null,
    subject_kind: subject.kind,
    subject_id: subject.id,
    subject_name: subject.name,
    // Truncation may split a surrogate pair, and databases reject lone surrogates.
    detail: shortDetail.toWellFormed(),
    request_id: requestId ?? null,
    address: address ?? null,
    search_key: normaliseForSearch(searched.toWellFormed()),
  };
  if (!isCountable(entry)) {
    await addEntry(trx, entry);
    return;
  }
  await inTransaction(trx, async (db) => {
    if (!(await countRepetition(db, entry))) await addEntry(db, entry);
  });
}

/** Runs `work` in the caller's transaction, or in a transaction if the caller has none. */
const inTransaction = (db: Db, work: (trx: Db) => Promise<void>): Promise<void> =>
  db.isTransaction ? work(db) : db.transaction().execute(work);

const addEntry = prepareQuery((db, entry: EntryRow) => {
  const { id, at, action, detail, request_id, address, search_key } = entry;
  const { actor_id, actor_name, actor_email, subject_kind, subject_id, subject_name } = entry;
  const actor = { actor_id, actor_name, actor_email };
  const subject = { subject_kind, subject_id, subject_name };
  const values = { id, at, action, ...actor, ...subject, detail, request_id, address, search_key };
  return db.insertInto('audit_entries').values(values);
});

const nothing: Record<'userId' | 'name' | 'email' | 'requestId' | 'address', undefined> = {
  userId: undefined,
  name: undefined,
  email: undefined,
  requestId: undefined,
  address: undefined,
};

export const toUserSubject = ({ userId, name, email }: Pick<Caller, 'userId' | 'name' | 'email'>) =>
  ({ kind: 'user', id: userId, name: `${name} (${email})` }) as const;

export const toGroupSubject = ({ id, name }: { id: string; name: string }) =>
  ({ kind: 'group', id, name }) as const;

/** After a restore, advances PostgreSQL's sequence past the restored audit entries. SQLite does not need this. */
export async function advanceAuditSequence(db: Db): Promise<void> {
  if (!isPostgres(db)) return;
  await sql`
    select setval(pg_get_serial_sequence('audit_entries', 'sequence'), coalesce(max(sequence), 0) + 1, false)
    from audit_entries
  `.execute(db);
}
