import { Problem } from '#contract/problem.ts';
import { formatRemoval } from '#contract/rules/removed-file.ts';
import { getLabelInCohort } from '#server/content/kind-labels.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { getDocument, getDocumentInGroup } from '#server/documents/open-document.ts';
import { listVersionSubmissions } from '#server/documents/submit-version.ts';
import { toDocumentInfo } from '#server/groups/group-documents.ts';
import { toRemoval } from '#server/groups/removed-file.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { lockGroupOfFiles } from './lock-group.ts';
import { deleteRemovedFiles, markAsRemoved, recordFileRemoval } from './record-removal.ts';

/**
 * Removes the file of a version for good, also the newest or a marked one. Repeating the call is a no-op. Throws
 * `not-found`, `forbidden`, `cohort-closed`, or `stale-version` if the file was removed for another reason.
 */
export async function removeDocument(
  services: Services,
  caller: Caller,
  documentId: string,
  reason: string,
) {
  const { db, content } = services;
  const { document, cohortId } = await writeAs(services, caller, async (context) => {
    const { trx } = context;
    const reader = { db: trx, content };
    const { group_id: groupId } = await getDocument(reader, caller, documentId);
    const group = groupId === null ? undefined : await lockGroupOfFiles(trx, caller, groupId);
    if (groupId !== null) await getDocumentInGroup(reader, caller, { documentId, groupId });
    const row = await markAsRemoved(context, documentId, reason);
    const cohortId = group?.cohort_id ?? null;
    if (!row) return { document: await requireSameRemoval(context, documentId, reason), cohortId };
    const owner = group?.name ?? (await findOwnerName(trx, row));
    await recordFileRemoval(context, row, { owner, cohortId, reason });
    return { document: row, cohortId };
  });
  await deleteRemovedFiles(services, [document.id]);
  const label = getLabelInCohort(content, cohortId, document.kind);
  return {
    message: `Version ${document.version} (${label}) removed`,
    document: toDocumentInfo(document, await listVersionSubmissions(db, documentId)),
  };
}

/** Returns the row if an earlier request of the caller removed the file for the same reason. */
async function requireSameRemoval(
  { trx, services, caller }: WriteContext,
  documentId: string,
  reason: string,
): Promise<DatabaseRow<'documents'>> {
  const row = await getDocument({ db: trx, content: services.content }, caller, documentId);
  if (row.removed_by === caller.userId && row.removal_reason === reason) return row;
  const removal = toRemoval(row);
  if (!removal) throw new Error(`The file ${documentId} is neither stored nor removed.`);
  const description = formatRemoval(removal, services.config.timeZone);
  throw new Problem('stale-version', `This file was already ${description}.`);
}

async function findOwnerName(db: Db, { user_id }: DatabaseRow<'documents'>): Promise<string> {
  const user = await db
    .selectFrom('users')
    .select('name')
    .where('id', '=', user_id)
    .executeTakeFirst();
  return user?.name ?? 'an account';
}
