import * as fileTimes from '#contract/admin/file-times.ts';
import * as removals from '#contract/admin/removals.ts';
import * as documents from '#contract/documents.ts';
import { feature } from '#server/http/feature.ts';
import { requireReceivedFile } from '#server/storage/received-file.ts';
import { checkDocument } from './check-document.ts';
import { correctFileTime } from './correct-file-time.ts';
import { documentsDeskParts } from './desk.ts';
import { documentEmailSamples } from './email-samples.ts';
import { openDocument } from './open-document.ts';
import { removeDocument } from './removal/remove-document.ts';
import { removeGroupFiles } from './removal/remove-group-files.ts';
import { submitDocument } from './submit-document.ts';
import { uploadDocument } from './upload-document.ts';

export const documentsFeature = feature({
  name: 'documents',
  contract: { ...documents, ...removals, ...fileTimes },
  desk: documentsDeskParts,
  emailSamples: documentEmailSamples,
  handlers: {
    uploadDocument: ({ services, caller, params, query, receive }) =>
      uploadDocument(services, caller, { ...params, ...query }, async (kinds) =>
        requireReceivedFile((await receive(kinds)).file),
      ),
    submitDocument: ({ services, caller, params, body }) =>
      submitDocument(services, caller, params.documentId, body.deadline),
    checkDocument: ({ services, caller, params, body }) =>
      checkDocument(services, caller, params.documentId, body.checked),
    correctFileTime: ({ services, caller, params, body }) =>
      correctFileTime(services, caller, params.documentId, body),
    removeDocument: ({ services, caller, params, body }) =>
      removeDocument(services, caller, params.documentId, body.reason),
    removeGroupFiles: ({ services, caller, params, body }) =>
      removeGroupFiles(services, caller, params.groupId, body.reason),
    openDocument: (call) => openDocument(call.services, call),
  },
});
