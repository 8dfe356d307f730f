import { z } from 'zod';
import { documentKindKeys } from './documents.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './values/text.ts';

/** Kinds of files that belong to a group. */
export const groupKinds = documentKindKeys.filter((kind) => kind !== 'cv');
export const GroupKind = z.enum(groupKinds, 'This kind of file does not exist.');
export type GroupKind = z.infer<typeof GroupKind>;

/** Reply header with a warning about the file, escaped with `encodeURIComponent`. */
export const downloadWarning = 'x-download-warning';

export const mostGroups = 1000;

const access = ['admin', 'faculty'] as const;

export const prepareDownload = endpoint({
  method: 'POST',
  path: '/api/downloads',
  summary:
    'Prepare the newest files of some groups as one archive; tells what there is before it does',
  access,
  audit: ['files-downloaded'],
  body: z.object({
    groupIds: z
      .array(Id)
      .min(1, 'Choose at least one group.')
      .max(mostGroups, `Files of at most ${mostGroups} groups are downloaded at once.`),
    kinds: z.array(GroupKind).max(groupKinds.length).describe('may be empty in a dry run'),
    dryRun: z.boolean(),
  }),
  maxText: 128 * 1024,
  reply: z.object({
    kinds: z
      .array(z.object({ kind: GroupKind, files: z.int(), bytes: z.int() }))
      .describe('of all groups together; kinds of which there is no file are left out'),
    groups: z.array(
      z.object({
        groupId: z.string(),
        fypGroupName: z.string(),
        kinds: z.array(GroupKind).describe('of which it has a file'),
      }),
    ),
    download: z
      .object({
        _id: z.string(),
        files: z.int(),
        bytes: z.int().describe('of the archive'),
        url: z.string().describe('for the browser; with the cookie of files'),
        expiresAt: z.iso.datetime(),
      })
      .nullable()
      .describe('null in a dry run'),
  }),
  problems: ['not-found'],
});

/** Downloads an archive. The path is below that of the file cookie. */
export const exportDownload = endpoint({
  method: 'GET',
  path: '/api/auth/file/download/:downloadId',
  summary: 'The archive that was prepared; any range of it, so that a broken download goes on',
  access,
  fileCookie: true,
  params: z.object({ downloadId: Id }),
  reply: z.unknown(),
  problems: ['not-found'],
});

export const downloadUrl = (id: string): string => `/api/auth/file/download/${id}`;
