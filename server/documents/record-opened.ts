import { documentKinds } from '#contract/documents.ts';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';

const hourMs = 3_600_000;

/** Adds at most one audit entry per hour, user and file: PDF viewers send many range requests. Logs all errors. */
export async function recordDocumentOpened(
  { db, clock, log }: Services,
  caller: Caller,
  document: DatabaseRow<'documents'>,
): Promise<void> {
  const now = clock();
  try {
    const recent = await db
      .selectFrom('audit_entries')
      .select('sequence')
      .where('subject_id', '=', document.id)
      .where('action', '=', 'document-opened')
      .where('actor_id', '=', caller.userId)
      .where('at', '>', new Date(now.getTime() - hourMs).toISOString())
      .executeTakeFirst();
    if (recent) return;
    const owner = await db
      .selectFrom('documents')
      .leftJoin('groups', 'groups.id', 'documents.group_id')
      .leftJoin('members', 'members.id', 'documents.member_id')
      .leftJoin('users', 'users.id', 'documents.user_id')
      .select(['groups.name as group', 'members.name as member', 'users.name as user'])
      .where('documents.id', '=', document.id)
      .executeTakeFirstOrThrow();
    const ownerName = [owner.member, owner.group, owner.user].filter(Boolean).join(', ');
    const name = `${documentKinds[document.kind].label} of ${ownerName}`;
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
