import { Problem } from '#contract/problem.ts';
import { getKindFacts } from '#contract/rules/document-kinds.ts';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import { getLabelInCohort } from '#server/content/kind-labels.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { recordGroupChanges } from '#server/groups/changes/record-changes.ts';
import {
  isMemberByAccount,
  lockGroup,
  requireImpartial,
  requireSupervisorOrAdmin,
} from '#server/groups/group-access.ts';
import { toDocumentInfo } from '#server/groups/group-documents.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { getDocument, getDocumentInGroup } from './open-document.ts';
import { requireStoredFile } from './removal/record-removal.ts';
import { requireKindInUse } from './require-kind-in-use.ts';
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
  const { document, label } = await writeAs(services, caller, async (context) => {
    const { trx } = context;
    const reader = { db: trx, content: services.content };
    const { kind, group_id: groupId } = await getDocument(reader, caller, documentId);
    if (groupId === null || !getKindFacts(kind).isCheckable) {
      throw new Problem('invalid', 'Only fee proofs and certificates can be checked.');
    }
    requireKindInUse(services.content, kind);
    // Read the document again once its group is locked, because another request may have changed it.
    const group = await lockGroup(trx, groupId);
    const before = await getDocumentInGroup(reader, caller, { documentId, groupId });
    const submissions = await listVersionSubmissions(trx, documentId);
    const isMember = await isMemberByAccount(trx, caller, groupId);
    requireSupervisorOrAdmin(caller, group);
    requireImpartial(group, isMember);
    requireStoredFile(before, services.config.timeZone);
    await requireNewest(trx, before);
    const label = getLabelInCohort(services.content, group.cohort_id, kind);
    if ((before.checked_at !== null) === isRight) {
      return { document: toDocumentInfo(before, submissions), label };
    }
    const { now } = context;
    const update = trx
      .updateTable('documents')
      .set({
        checked_by: isRight ? caller.userId : null,
        checked_by_name: isRight ? caller.name : null,
        checked_at: isRight ? now.toISOString() : null,
      })
      .where('id', '=', documentId)
      .returningAll();
    const checked = await update.executeTakeFirstOrThrow();
    await recordCheck(context, before, { label, groupName: group.name, isRight });
    return { document: toDocumentInfo(checked, submissions), label };
  });
  const message = isRight ? `${label}: checked` : `${label}: no longer checked`;
  return { message, document };
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
  const message = 'A newer version of this file has been uploaded. Open the latest version first.';
  throw new Problem('stale-version', message);
}

async function recordCheck(
  context: WriteContext,
  document: DatabaseRow<'documents'>,
  { label, groupName, isRight }: { label: string; groupName: string; isRight: boolean },
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
  const title = `${label} of ${member.name}, ${groupName}`;
  const subject = { kind: 'document', id, name: title } as const;
  const action = isRight ? 'document-checked' : 'document-unchecked';
  await recordAuditEntry(context, { action, by: caller, subject, detail });
}
