import * as contract from '#contract/documents.ts';
import { feature } from '#server/http/feature.ts';
import { requireReceivedFile } from '#server/storage/received-file.ts';
import { checkDocument } from './check-document.ts';
import { documentsDeskParts } from './desk.ts';
import { documentEmailSamples } from './email-samples.ts';
import { openDocument } from './open-document.ts';
import { submitDocument } from './submit-document.ts';
import { uploadDocument } from './upload-document.ts';

export const documentsFeature = feature({
  name: 'documents',
  contract,
  desk: documentsDeskParts,
  emailSamples: documentEmailSamples,
  handlers: {
    uploadDocument: ({ services, caller, params, query, receive }) =>
      uploadDocument(services, caller, { ...params, ...query }, async () =>
        requireReceivedFile((await receive()).file),
      ),
    submitDocument: ({ services, caller, params, body }) =>
      submitDocument(services, caller, params.documentId, body.deadline),
    checkDocument: ({ services, caller, params, body }) =>
      checkDocument(services, caller, params.documentId, body.checked),
    openDocument: (call) => openDocument(call.services, call),
  },
});
