import { z } from 'zod';
import type { FileKind } from '#contract/endpoint.ts';
import { standardKinds } from './kinds.ts';

const MB = 1024 * 1024;

/** Requirements for a file of a kind, with the title of the kind. */
export type FileRules = { label: string; extensions: readonly string[]; maxBytes: number };

/** Standard kinds of documents (spec 5, spec 9). Environment variables can override the size limits. */
export const documentKinds = {
  cv: { label: 'CV', extensions: ['pdf', 'jpg', 'jpeg', 'png'], maxBytes: 5 * MB },
  proposal: { label: 'Proposal', extensions: ['pdf', 'doc', 'docx'], maxBytes: 20 * MB },
  feeProof: { label: 'Fee proof', extensions: ['pdf'], maxBytes: 5 * MB },
  certificate: { label: 'Certificates', extensions: ['pdf'], maxBytes: 20 * MB },
  thesis: { label: 'Thesis', extensions: ['pdf'], maxBytes: 50 * MB },
  similarity: { label: 'Similarity report', extensions: ['pdf'], maxBytes: 20 * MB },
  code: { label: 'Project code', extensions: ['zip', 'rar'], maxBytes: 200 * MB },
  report: { label: 'Monthly report', extensions: ['pdf'], maxBytes: 20 * MB },
  evidence: { label: 'Evidence', extensions: ['pdf', 'jpg', 'jpeg', 'png'], maxBytes: 10 * MB },
  attachment: {
    label: 'Attachment',
    extensions: ['pdf', 'docx', 'xlsx', 'pptx', 'txt', 'jpg', 'jpeg', 'png', 'zip'],
    maxBytes: 10 * MB,
  },
} as const satisfies Record<FileKind, FileRules>;

export const documentKindKeys = Object.keys(documentKinds) as FileKind[];

/** Size limits of an installation in bytes. */
export type SizeLimits = Record<FileKind, number>;

export const defaultSizeLimits = Object.fromEntries(
  documentKindKeys.map((kind) => [kind, documentKinds[kind].maxBytes]),
) as SizeLimits;

export const isStandardKind = (kind: string): kind is FileKind =>
  Object.hasOwn(documentKinds, kind);

export const noSuchUpload = 'This kind of upload does not exist.';

/** Standard kinds that students upload on their page, as written in the URL path (spec 5; the others are the portal’s). */
export const UploadKind = z.enum(standardKinds, noSuchUpload);
export type UploadKind = z.infer<typeof UploadKind>;
