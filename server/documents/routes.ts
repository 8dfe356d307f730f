import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/documents.ts';
import { received } from '#server/files/received-file.ts';
import { serve } from '#server/http/serve.ts';
import { checkDocument } from './check-document.ts';
import { openDocument } from './open-document.ts';
import { recordOpened } from './record-opened.ts';
import { requireWhole, sendDocument } from './send-document.ts';
import { uploadDocument } from './upload-document.ts';

export function documentRoutes(app: FastifyInstance): void {
  const { services } = app;
  serve(app, contract.uploadDocument, ({ caller, params, receive }) =>
    uploadDocument(services, caller, params, async () => received((await receive()).file)),
  );
  serve(app, contract.checkDocument, ({ caller, params, body }) =>
    checkDocument(services, caller, params.documentId, body.checked),
  );
  serve(app, contract.openDocument, async ({ caller, params, request, reply }) => {
    const document = await openDocument(services.db, caller, params.documentId);
    await requireWhole(services, document);
    // Not waited for: whoever downloads waits for the file alone.
    if (request.method === 'GET') void recordOpened(services, caller, document);
    return sendDocument(services.files, document, request, reply);
  });
}
