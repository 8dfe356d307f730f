import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { privateKinds } from '#contract/rules/document-kinds.ts';
import { DocumentKind } from '#contract/rules/kinds.ts';
import { Id } from '#contract/values/text.ts';

const DownloadKind = DocumentKind.refine(
  (kind) => !privateKinds.includes(kind),
  'This kind of file does not exist.',
);

/** Response header with a warning about the downloaded file, escaped with `encodeURIComponent`. */
export const downloadWarningHeader = 'x-download-warning';

export const maxDownloadGroups = 1000;

const access = ['admin', 'faculty'] as const;

export const prepareDownload = endpoint({
  method: 'POST',
  path: '/api/downloads',
  summary: 'Prepare an archive with the newest files of selected groups; a dry run lists them',
  access,
  audit: ['files-downloaded'],
  body: z.object({
    groupIds: z
      .array(Id)
      .min(1, 'Choose at least one group.')
      .max(
        maxDownloadGroups,
        `You can download the files of up to ${maxDownloadGroups} groups at a time.`,
      ),
    kinds: z.array(DownloadKind).max(100).describe('may be empty in a dry run'),
    dryRun: z.boolean(),
  }),
  maxText: 128 * 1024,
  reply: z.object({
    kinds: z
      .array(
        z.object({
          kind: DownloadKind,
          label: z.string(),
          isPerMember: z.boolean(),
          files: z.int(),
          bytes: z.int(),
        }),
      )
      .describe('totals of all groups; kinds without a file are omitted'),
    groups: z.array(
      z.object({
        groupId: z.string(),
        fypGroupName: z.string(),
        kinds: z.array(DownloadKind).describe('kinds with a file'),
      }),
    ),
    download: z
      .object({
        _id: z.string(),
        files: z.int(),
        bytes: z.int().describe('size of the archive'),
        url: z.string().describe('URL for the browser; requires the file cookie'),
        expiresAt: z.iso.datetime(),
      })
      .nullable()
      .describe('null in a dry run'),
  }),
  problems: ['not-found'],
});

/** Downloads an archive. Its path begins with `/api/auth/file`, because browsers send the file cookie only there. */
export const exportDownload = endpoint({
  method: 'GET',
  path: '/api/auth/file/download/:downloadId',
  summary: 'Download a prepared archive; supports range requests to resume a download',
  access,
  fileCookie: true,
  params: z.object({ downloadId: Id }),
  reply: z.unknown(),
  problems: ['not-found'],
});

export const getDownloadUrl = (id: string): string => `/api/auth/file/download/${id}`;
