import { z } from 'zod';
import { endpoint, type FileKind } from './endpoint.ts';
import { DeadlineId } from './rules/deadlines.ts';
import { Email, Id } from './values/text.ts';

const MB = 1024 * 1024;
const GB = 1024 * MB;

/** Kinds of documents (spec 5, spec 9). Environment variables can override the size limits. */
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
} as const satisfies Record<
  FileKind,
  { label: string; extensions: readonly string[]; maxBytes: number }
>;

export type DocumentKind = FileKind;
export const documentKindKeys = Object.keys(documentKinds) as DocumentKind[];
export const DocumentKind = z.enum(documentKindKeys);

export type SizeLimits = Record<DocumentKind, number>;

export type Attachment = { name: string; size: number };

/** Returns true for an uploaded file, but not for a form field named `file[size]`, which yields a string `size`. */
const isAttachment = (value: unknown): value is Attachment =>
  typeof value === 'object' && value !== null && 'size' in value && typeof value.size === 'number';

export const buildAttachmentSchema = (label: string) =>
  z
    .custom<Attachment>(isAttachment, `${label} is required.`)
    .meta({ type: 'string', format: 'binary' });

/** Returns the extension of a file name in lower case without the dot, or an empty string if there is none. */
export function getFileExtension(name: string): string {
  return /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** Formats the allowed file extensions of a document kind: "pdf", "zip or rar", "pdf, doc or docx". */
export function formatExtensions(kind: DocumentKind): string {
  const { extensions } = documentKinds[kind];
  return extensions.length === 1
    ? extensions[0]
    : `${extensions.slice(0, -1).join(', ')} or ${extensions.at(-1)}`;
}

/** Formats a size: "312 bytes", "4.2 kB", "30 MB", "1.3 GB" (1 MB is 1024 × 1024 bytes). */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  const [size, unit] =
    bytes < MB ? [bytes / 1024, 'kB'] : bytes < GB ? [bytes / MB, 'MB'] : [bytes / GB, 'GB'];
  return `${size < 10 ? Math.round(size * 10) / 10 : Math.round(size)} ${unit}`;
}

/** Returns an error if the file's extension or size is not allowed. The server also checks the content. */
export function findFileError(
  kind: DocumentKind,
  file: Attachment,
  limit: number = documentKinds[kind].maxBytes,
): { code: 'wrong-kind-of-file' | 'too-large' | 'invalid'; message: string } | undefined {
  const { label, extensions } = documentKinds[kind];
  if (!extensions.some((extension) => extension === getFileExtension(file.name))) {
    const message = `${label} must be a ${formatExtensions(kind)} file; “${file.name}” is not.`;
    return { code: 'wrong-kind-of-file', message };
  }
  if (file.size === 0) return { code: 'invalid', message: `${label}: “${file.name}” is empty.` };
  if (file.size > limit) {
    const message = `${label} may have at most ${formatSize(limit)}; “${file.name}” has ${formatSize(file.size)}.`;
    return { code: 'too-large', message };
  }
  return undefined;
}

/** Maximum number of versions listed per file, newest first. Older versions remain stored. */
export const maxListedVersions = 20;

export const DocumentInfo = z.object({
  _id: z.string(),
  kind: DocumentKind,
  memberId: z.string().nullable().describe('owner of a fee proof or certificate'),
  deadlineId: z.string().nullable().describe('deadline of a monthly report'),
  version: z.int().describe('starts at 1; links open the newest version'),
  name: z.string(),
  mediaType: z.string(),
  size: z.int().describe('bytes'),
  sha256: z.string(),
  submissions: z
    .array(z.object({ deadlineId: z.string(), at: z.iso.datetime() }))
    .describe('deadlines for which this version was submitted, with the time'),
  uploadedAt: z.iso.datetime(),
  uploadedBy: z.string(),
  checkedAt: z.iso.datetime().nullable().describe('when staff approved this version'),
  checkedBy: z.string().nullable(),
  url: z.string(),
});
export type DocumentInfo = z.infer<typeof DocumentInfo>;

/** Document kinds that students upload on their page (spec 5), as written in the URL path. */
export const UploadKind = z.enum(
  ['thesis', 'similarity', 'code', 'certificate', 'report'],
  'This kind of upload does not exist.',
);
export type UploadKind = z.infer<typeof UploadKind>;

export const uploadDocument = endpoint({
  method: 'POST',
  path: '/api/auth/upload/:kind/:email',
  summary: 'Upload a file of the caller or of their group',
  access: ['student'],
  audit: ['document-uploaded', 'document-submitted'],
  params: z.object({ kind: UploadKind, email: Email }),
  query: z.object({
    deadline: DeadlineId.optional().describe(
      'deadline of the file; required for a monthly report, defaults to the next one that requires this kind',
    ),
  }),
  body: z.object({ file: buildAttachmentSchema('The file') }),
  files: { file: 'by-path' },
  reply: z.object({
    message: z.string(),
    document: DocumentInfo,
    lateMs: z.int().describe('lateness in milliseconds; 0 if in time'),
  }),
  problems: [
    'no-group',
    'not-found',
    'unconfirmed',
    'too-large',
    'wrong-kind-of-file',
    'storage-full',
    'cohort-closed',
    'deadline-passed',
  ],
});

export const submitDocument = endpoint({
  method: 'POST',
  path: '/api/auth/documents/:documentId/submissions',
  summary: 'Submit a stored version for another deadline, at the current time',
  access: ['student'],
  audit: ['document-submitted'],
  params: z.object({ documentId: Id }),
  body: z.object({ deadline: DeadlineId }),
  reply: z.object({
    message: z.string(),
    document: DocumentInfo,
    lateMs: z.int().describe('lateness in milliseconds; 0 if in time'),
  }),
  problems: ['not-found', 'stale-version', 'cohort-closed', 'deadline-passed'],
});

export const checkDocument = endpoint({
  method: 'POST',
  path: '/api/auth/documents/:documentId/check',
  summary: 'Mark a fee proof or certificate as checked or unchecked; new versions are unchecked',
  access: ['admin', 'faculty'],
  audit: ['document-checked', 'document-unchecked'],
  params: z.object({ documentId: Id }),
  body: z.object({ checked: z.boolean('State whether it is checked.') }),
  reply: z.object({ message: z.string(), document: DocumentInfo }),
  problems: ['not-found', 'stale-version', 'cohort-closed'],
});

/** Accepts a bearer token or the file cookie, which is set at login and valid for file URLs only (decision 6). */
export const openDocument = endpoint({
  method: 'GET',
  path: '/api/auth/file/:documentId',
  summary: 'Open a file',
  access: ['admin', 'faculty', 'student'],
  audit: ['document-opened'],
  fileCookie: true,
  params: z.object({ documentId: Id }),
  reply: z.unknown(),
  problems: ['not-found'],
});

export const getDocumentUrl = (id: string): string => `/api/auth/file/${id}`;
