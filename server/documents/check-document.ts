import { documentKinds } from '#contract/documents.ts';
import { Problem } from '#contract/problem.ts';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { recordGroupChanges } from '#server/groups/changes/record-changes.ts';
import {
  lockGroup,
  requireImpartialCaller,
  requireSupervisorOrAdmin,
} from '#server/groups/group-access.ts';
import { toDocumentInfo } from '#server/groups/read-groups.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { getDocument } from './open-document.ts';
import { listVersionSubmissions } from './submit-version.ts';

/**
 * Marks the newest version of a fee proof or certificate as checked or unchecked. Throws `not-found`, `forbidden`,
 * `invalid` or `stale-version`.
 */
export async function checkDocument(
  services: Services,
  caller: Caller,
  documentId: string,
  isRight: boolean,
) {
  const document = await writeAs(services, caller, async (context) => {
    const { trx } = context;
    const reader = { db: trx, content: services.content };
    const { kind, group_id: groupId } = await getDocument(reader, caller, documentId);
    if (groupId === null || (kind !== 'feeProof' && kind !== 'certificate')) {
      throw new Problem('invalid', 'Only fee proofs and certificates are checked.');
    }
    const group = await lockGroup(trx, groupId);
    requireSupervisorOrAdmin(caller, group);
    await requireImpartialCaller(trx, caller, group);
    // Read the document again now that its group is locked, because another request may have changed it.
    const before = await getDocument(reader, caller, documentId);
    await requireNewest(trx, before);
    if ((before.checked_at !== null) === isRight) return before;
    const { now } = context;
    await recordCheck(context, before, group.name, isRight);
    return trx
      .updateTable('documents')
      .set({
        checked_by: isRight ? caller.userId : null,
        checked_by_name: isRight ? caller.name : null,
        checked_at: isRight ? now.toISOString() : null,
      })
      .where('id', '=', documentId)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  const { label } = documentKinds[document.kind];
  const message = isRight ? `${label}: checked` : `${label}: not checked any more`;
  const submissions = await listVersionSubmissions(services.db, document.id);
  return { message, document: toDocumentInfo(document, submissions) };
}

async function requireNewest(db: Db, { kind, member_id, version }: DatabaseRow<'documents'>) {
  const newer = await db
    .selectFrom('documents')
    .select('id')
    .where('kind', '=', kind)
    .where('member_id', '=', member_id)
    .where('version', '>', version)
    .executeTakeFirst();
  if (!newer) return;
  const message = 'A newer version of this file was uploaded meanwhile. Open that one first.';
  throw new Problem('stale-version', message);
}

async function recordCheck(
  context: WriteContext,
  document: DatabaseRow<'documents'>,
  groupName: string,
  isRight: boolean,
) {
  const { trx, caller } = context;
  const { id, kind, version, name, group_id: groupId, member_id: memberId } = document;
  if (groupId === null || memberId === null) throw new Error('This file belongs to no member.');
  const detail = `${name} (version ${version})`;
  const [from, to] = isRight ? [null, detail] : [detail, null];
  const change = { memberId, part: 'check', field: kind, from, to };
  await recordGroupChanges(context, groupId, [change]);
  const member = await trx
    .selectFrom('members')
    .select('name')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  const title = `${documentKinds[kind].label} of ${member.name}, ${groupName}`;
  const subject = { kind: 'document', id, name: title } as const;
  const action = isRight ? 'document-checked' : 'document-unchecked';
  await recordAuditEntry(context, { action, by: caller, subject, detail });
}
