import type { FastifyReply } from 'fastify';
import type { openDocument as endpoint } from '#contract/documents.ts';
import { Problem } from '#contract/problem.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { findGroupAccess } from '#server/groups/group-access.ts';
import type { Caller, EndpointCall } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { recordDocumentOpened } from './record-opened.ts';
import { assertFileIntact, findDirectUrl, replyWithDocument } from './send-document.ts';

/** Sends the file or redirects to it, and records who opened it. Throws `not-found`. */
export async function openDocument(
  services: Services,
  { caller, params, request, reply }: EndpointCall<typeof endpoint>,
): Promise<FastifyReply> {
  const document = await getDocument(services.db, caller, params.documentId);
  await assertFileIntact(services, document);
  // Writing the audit entry must not delay the download.
  if (request.method === 'GET') void recordDocumentOpened(services, caller, document);
  const address = await findDirectUrl(services.files, document, request);
  if (address) return reply.redirect(address, 302);
  return replyWithDocument(services.files, document, request, reply);
}

/**
 * Returns a document if the caller may open it, otherwise throws `not-found`. Only owners and admins may open CVs.
 * Members cannot open each other's fee proofs and certificates.
 */
export async function getDocument(
  db: Db,
  caller: Caller,
  documentId: string,
): Promise<DatabaseRow<'documents'>> {
  const document = await db
    .selectFrom('documents')
    .selectAll()
    .where('id', '=', documentId)
    .executeTakeFirst();
  if (!document || !(await mayOpen(db, caller, document))) {
    throw new Problem('not-found', 'This file does not exist, or you may not open it.');
  }
  return document;
}

async function mayOpen(
  db: Db,
  caller: Caller,
  document: DatabaseRow<'documents'>,
): Promise<boolean> {
  if (document.group_id === null) {
    return caller.role === 'admin' || document.user_id === caller.userId;
  }
  const group = await db
    .selectFrom('groups')
    .select(['id', 'supervisor_id', 'external_examiner_id', 'deleted_at'])
    .where('id', '=', document.group_id)
    .executeTakeFirst();
  const access = group && (await findGroupAccess(db, caller, group));
  if (!access) return false;
  const { memberId } = access;
  return memberId === undefined || [null, memberId].includes(document.member_id);
}
