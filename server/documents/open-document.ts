import type { FastifyReply } from 'fastify';
import type { openDocument as endpoint } from '#contract/documents.ts';
import { Problem } from '#contract/problem.ts';
import type { PortalContent } from '#server/content/content.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { Caller, EndpointCall } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { findOwnFileOfFormer, mayOpenDocument, readGroupOfDocument } from './may-open.ts';
import { recordDocumentOpened } from './record-opened.ts';
import { requireStoredFile } from './removal/record-removal.ts';
import { assertFileIntact, findDirectUrl, replyWithDocument } from './send-document.ts';

/** Sends the file or redirects to it, and records who opened it. Throws `not-found`, also for a removed file. */
export async function openDocument(
  services: Services,
  call: EndpointCall<typeof endpoint>,
): Promise<FastifyReply> {
  const { caller, params, request, reply } = call;
  const getStoredDocument = async () => {
    const document =
      (await findOwnFileOfFormer(services.db, caller, params.documentId)) ??
      (await getDocument(services, caller, params.documentId));
    requireStoredFile(document, services.config.timeZone);
    return document;
  };
  const document = await getStoredDocument();
  const wasHashed = await assertFileIntact(services, document, call);
  // Hashing takes long, and meanwhile the caller may have lost the right or the file may have been removed.
  if (wasHashed) await getStoredDocument();
  // Writing the audit entry must not delay the download.
  if (request.method === 'GET') void recordDocumentOpened(services, caller, document);
  const address = await findDirectUrl(services.files, document, request);
  if (address) return reply.redirect(address, 302);
  return replyWithDocument(services.files, document, request, reply);
}

/** Returns a document if the caller may open it (`mayOpenDocument`), otherwise throws `not-found`. */
export async function getDocument(
  reader: { db: Db; content: PortalContent },
  caller: Caller,
  documentId: string,
): Promise<DatabaseRow<'documents'>> {
  const [document, owner] = await readTogether(reader.db, (db) =>
    Promise.all([
      db.selectFrom('documents').selectAll().where('id', '=', documentId).executeTakeFirst(),
      readGroupOfDocument(db, caller, documentId),
    ]),
  );
  if (!document || !(await mayOpenDocument(reader, caller, document, owner))) throw noSuchFile();
  return document;
}

/** Reads a document again under the lock of its group. Also throws `not-found` if it has moved to another group. */
export async function getDocumentInGroup(
  reader: { db: Db; content: PortalContent },
  caller: Caller,
  { documentId, groupId }: { documentId: string; groupId: string },
): Promise<DatabaseRow<'documents'>> {
  const document = await getDocument(reader, caller, documentId);
  if (document.group_id !== groupId) throw noSuchFile();
  return document;
}

const noSuchFile = () =>
  new Problem('not-found', 'This file doesn’t exist, or you don’t have access.');
