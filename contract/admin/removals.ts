import { z } from 'zod';
import { DocumentInfo } from '#contract/documents.ts';
import { endpoint } from '#contract/endpoint.ts';
import { buildParagraphSchema, Id } from '#contract/values/text.ts';

const maxRemovalReasonLength = 500;
const RemovalReason = buildParagraphSchema('The reason', maxRemovalReasonLength).min(
  1,
  'Enter a reason.',
);

export const removeDocument = endpoint({
  method: 'POST',
  path: '/api/documents/:documentId/removal',
  summary: 'Remove the file of a version for good; its entry in the list of versions stays',
  access: ['admin'],
  audit: ['document-removed'],
  params: z.object({ documentId: Id }),
  body: z.object({ reason: RemovalReason.describe('shown to everybody who sees the version') }),
  reply: z.object({ message: z.string(), document: DocumentInfo }),
  problems: ['not-found', 'stale-version', 'cohort-closed'],
});

export const removeGroupFiles = endpoint({
  method: 'POST',
  path: '/api/groups/:groupId/files/removal',
  summary: 'Remove all files of a group in the bin for good',
  access: ['admin'],
  audit: ['group-files-removed'],
  params: z.object({ groupId: Id }),
  body: z.object({ reason: RemovalReason }),
  reply: z.object({
    message: z.string(),
    removed: z.int().describe('number of removed files; 0 if all were removed before'),
  }),
  problems: ['not-found', 'stale-version', 'cohort-closed'],
});
