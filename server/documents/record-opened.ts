import { recordAuditEntry } from '#server/audit/record-entry.ts';
import { getLabelInCohort } from '#server/content/kind-labels.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';

const hourMs = 3_600_000;

/** Adds at most one audit entry per hour, user and file: PDF viewers send many range requests. Logs all errors. */
export async function recordDocumentOpened(
  { db, content, clock, log }: Services,
  caller: Caller,
  document: DatabaseRow<'documents'>,
): Promise<void> {
  const now = clock();
  try {
    const since = new Date(now.getTime() - hourMs).toISOString();
    const [recent, owner] = await readTogether(db, (reader) =>
      Promise.all([
        findEntryOfOpening(reader, caller, document.id, since),
        getOwnerNames(reader, document.id),
      ]),
    );
    if (recent) return;
    const ownerName = [owner.member, owner.group, owner.user].filter(Boolean).join(', ');
    const label = getLabelInCohort(content, owner.cohort_id, document.kind);
    const name = `${label} of ${ownerName}`;
    const detail = `${document.name} (version ${document.version})`;
    const subject = { kind: 'document', id: document.id, name } as const;
    await recordAuditEntry(
      { trx: db, now },
      { action: 'document-opened', by: caller, subject, detail },
    );
  } catch (err) {
    log.error(
      { err, reqId: caller.requestId, documentId: document.id },
      'an opened file is missing in the audit trail',
    );
  }
}

const findEntryOfOpening = (db: Db, { userId }: Caller, documentId: string, since: string) =>
  db
    .selectFrom('audit_entries')
    .select('sequence')
    .where('subject_id', '=', documentId)
    .where('action', '=', 'document-opened')
    .where('actor_id', '=', userId)
    .where('at', '>', since)
    .executeTakeFirst();

const getOwnerNames = (db: Db, documentId: string) =>
  db
    .selectFrom('documents')
    .leftJoin('groups', 'groups.id', 'documents.group_id')
    .leftJoin('members', 'members.id', 'documents.member_id')
    .leftJoin('users', 'users.id', 'documents.user_id')
    .select(['groups.cohort_id', 'groups.name as group', 'members.name as member'])
    .select('users.name as user')
    .where('documents.id', '=', documentId)
    .executeTakeFirstOrThrow();
