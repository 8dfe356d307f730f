import { z } from 'zod';
import { DocumentInfo } from '#contract/documents.ts';
import { endpoint } from '#contract/endpoint.ts';
import { buildParagraphSchema, Id } from '#contract/values/text.ts';

export const correctFileTime = endpoint({
  method: 'POST',
  path: '/api/documents/:documentId/time',
  summary: 'Correct when a version was uploaded or submitted, after the server’s clock was wrong',
  access: ['admin'],
  audit: ['document-time-corrected'],
  params: z.object({ documentId: Id }),
  body: z.object({
    from: z.iso
      .datetime('Reload the page.')
      .describe('the stored time; each time of this version that equals it changes'),
    to: z.iso.datetime('Choose a date and time.').describe('in UTC'),
    reason: buildParagraphSchema('The reason', 500)
      .min(1, 'Enter a reason.')
      .describe('shown to everyone who sees the group’s history'),
  }),
  reply: z.object({ message: z.string(), document: DocumentInfo }),
  problems: ['not-found', 'stale-version', 'cohort-closed'],
});
