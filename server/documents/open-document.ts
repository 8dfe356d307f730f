import type { FastifyReply } from 'fastify';
import type { openDocument as endpoint } from '#contract/documents.ts';
import { Problem } from '#contract/problem.ts';
import type { Db, Row } from '#server/db/tables.ts';
import { findMembershipIn, maySeeAll } from '#server/groups/group-access.ts';
import type { Call, Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { recordOpened } from './record-opened.ts';
import { assertIntact, findDirectUrl, sendDocument } from './send-document.ts';

/** Sends the file or redirects to it, and records who opened it. Throws `not-found`. */
export async function openDocument(
  services: Services,
  { caller, params, request, reply }: Call<typeof endpoint>,
): Promise<FastifyReply> {
  const document = await getDocument(services.db, caller, params.documentId);
  await assertIntact(services, document);
  // Do not await the audit entry, which would delay the download.
  if (request.method === 'GET') void recordOpened(services, caller, document);
  const address = await findDirectUrl(services.files, document, request);
  if (address) return reply.redirect(address, 302);
  return sendDocument(services.files, document, request, reply);
}

/**
 * Returns the document. A CV is visible to its owner and admins; group files to members, staff and admins, but fee
 * proofs and certificates not to other members. Throws `not-found` for other callers and missing documents.
 */
export async function getDocument(
  db: Db,
  caller: Caller,
  documentId: string,
): Promise<Row<'documents'>> {
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

async function mayOpen(db: Db, caller: Caller, document: Row<'documents'>): Promise<boolean> {
  if (document.group_id === null) {
    return caller.role === 'admin' || document.user_id === caller.userId;
  }
  if (caller.role === 'student') {
    const membership = await findMembershipIn(db, caller, document.group_id);
    return (
      membership !== undefined &&
      (document.member_id === null || document.member_id === membership.id)
    );
  }
  const group = await db
    .selectFrom('groups')
    .select(['supervisor_id', 'external_examiner_id', 'deleted_at'])
    .where('id', '=', document.group_id)
    .executeTakeFirst();
  if (!group || (group.deleted_at && caller.role !== 'admin')) return false;
  return maySeeAll(caller, group);
}
