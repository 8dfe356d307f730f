import { z } from 'zod';
import { formatSize } from '#contract/values/format-size.ts';
import { endpoint } from './endpoint.ts';
import { DeadlineId } from './rules/deadlines.ts';
import { type FileRules, noSuchUpload, privateKinds } from './rules/document-kinds.ts';
import { DocumentKind } from './rules/kinds.ts';
import { Email, Id } from './values/text.ts';

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

/** Formats file extensions: "pdf", "zip or rar", "pdf, doc or docx". */
export const formatExtensions = (extensions: readonly string[]): string =>
  extensions.length < 2
    ? extensions.join('')
    : `${extensions.slice(0, -1).join(', ')} or ${extensions.at(-1)}`;

/** Formats file extensions for a hint beside a file picker: "PDF", "ZIP or RAR". */
export const formatUppercaseExtensions = (extensions: readonly string[]): string =>
  formatExtensions(extensions.map((extension) => extension.toUpperCase()));

/** Returns an error if the file's extension or size is not allowed. The server also checks the content. */
export function findFileError(
  { label, extensions, maxBytes }: FileRules,
  file: Attachment,
): { code: 'wrong-kind-of-file' | 'too-large' | 'invalid'; message: string } | undefined {
  if (!extensions.includes(getFileExtension(file.name))) {
    const message = `${label} must be a ${formatExtensions(extensions)} file; “${file.name}” is not.`;
    return { code: 'wrong-kind-of-file', message };
  }
  if (file.size === 0) return { code: 'invalid', message: `${label}: “${file.name}” is empty.` };
  if (file.size > maxBytes) {
    const message = `${label} must be ${formatSize(maxBytes)} or smaller; “${file.name}” is ${formatSize(file.size)}.`;
    return { code: 'too-large', message };
  }
  return undefined;
}

/**
 * Maximum number of versions listed per file, newest first. Older versions are listed only while their file is stored.
 */
export const maxListedVersions = 20;

/** Number of latest versions of a file that stay stored, in addition to those that were due or marked (decision 67). */
export const maxStoredVersions = 5;

export const DocumentInfo = z.object({
  _id: z.string(),
  kind: DocumentKind,
  memberId: z
    .string()
    .nullable()
    .describe('owner of a fee proof, certificate or other file of one member'),
  deadlineId: z.string().nullable().describe('deadline of a monthly report'),
  version: z.int().describe('starts at 1; links open the newest version'),
  name: z.string(),
  mediaType: z.string(),
  warning: z
    .string()
    .nullable()
    .describe('what is doubtful about the content, such as a missing end'),
  size: z.int().describe('bytes'),
  sha256: z.string(),
  submissions: z
    .array(z.object({ deadlineId: z.string(), at: z.iso.datetime() }))
    .describe('deadlines for which this version was submitted, with the time'),
  uploadedAt: z.iso.datetime(),
  uploadedBy: z.string(),
  checkedAt: z.iso.datetime().nullable().describe('when staff approved this version'),
  checkedBy: z.string().nullable(),
  removed: z
    .object({
      at: z.iso.datetime(),
      by: z.string().nullable().describe('null if newer versions replaced it'),
      reason: z.string().nullable().describe('null if newer versions replaced it'),
    })
    .nullable()
    .describe('set if the file was removed for good; its URL then replies 404'),
  url: z.string(),
});
export type DocumentInfo = z.infer<typeof DocumentInfo>;

/** Kind of an upload in the URL path. The cohort of the caller's group decides whether an added kind exists. */
const UploadPathKind = z
  .string(noSuchUpload)
  .refine((kind) => DocumentKind.safeParse(kind).success, noSuchUpload)
  .refine((kind) => !privateKinds.includes(kind), noSuchUpload)
  .describe('a standard kind, or the id of a kind that the cohort has added');

export const uploadDocument = endpoint({
  method: 'POST',
  path: '/api/auth/upload/:kind/:email',
  summary:
    'Upload a file of the caller or of their group; admins upload for the member with the email',
  access: ['student', 'admin'],
  audit: ['document-uploaded', 'document-submitted', 'document-removed'],
  params: z.object({ kind: UploadPathKind, email: Email }),
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
  confirmedBy: ['message'],
  problems: [
    'no-group',
    'not-found',
    'module-off',
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
  problems: ['not-found', 'module-off', 'stale-version', 'cohort-closed'],
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
