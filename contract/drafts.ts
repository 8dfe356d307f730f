import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { roles } from './values/roles.ts';
import { Id } from './values/text.ts';

/** Forms whose unsaved input is stored on the server. */
export const draftKinds = [
  'announcement',
  'marks',
  'meeting',
  'message',
  'milestone',
  'proposal',
  'setting',
] as const;
export type DraftKind = (typeof draftKinds)[number];

/** Key of a draft: the kind of form, and up to three parts that name the edited record. */
export const DraftKey = z
  .string()
  .regex(
    new RegExp(`^(${draftKinds.join('|')})(\\.[\\w-]{1,60}){0,3}$`),
    'This is not the key of a draft.',
  );

/** Omits undefined parts. */
export const buildDraftKey = (kind: DraftKind, ...parts: (string | number | undefined)[]): string =>
  [kind, ...parts.filter((part) => part !== undefined)].join('.');

export const maxDrafts = 50;
export const maxDraftLength = 100_000;
/** Age after which a draft is deleted. */
export const draftRetentionDays = 90;

const tooLong =
  'This draft is longer than 100,000 characters, so it is not stored on the server. Save the form to keep the input.';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return text.isWellFormed();
  } catch {
    return false;
  }
}

const DraftText = z
  .string('A draft must be text.')
  .max(maxDraftLength, { error: tooLong, abort: true })
  .refine(isJson, 'A draft must be JSON.')
  .describe('the unsaved input of the form as JSON');

const SavedAt = z.iso.datetime();
const CopyId = Id.describe('random id of the browser’s copy of the draft');

/** Versions of the draft that a browser may replace or delete. */
const KnownVersion = z.object({
  copyId: CopyId,
  seenAt: SavedAt.optional().describe('time of the newest draft that the browser has read'),
});

const DraftEntry = z.object({
  key: DraftKey,
  savedAt: SavedAt,
  copyId: CopyId.describe('id of the copy that was saved last'),
});
export type DraftEntry = z.infer<typeof DraftEntry>;

const params = z.object({ key: DraftKey });
const privateInput = 'nothing: nobody but the author may learn of a draft';

export const listDrafts = endpoint({
  method: 'GET',
  path: '/api/drafts',
  summary: 'List the keys and times of the caller’s drafts',
  access: roles,
  reply: z.object({ drafts: z.array(DraftEntry) }),
  problems: [],
});

export const getDraft = endpoint({
  method: 'GET',
  path: '/api/drafts/:key',
  summary: 'Get a draft of the caller',
  access: roles,
  params,
  reply: z.object({ draft: DraftEntry.extend({ value: z.string() }) }),
  problems: ['not-found'],
});

export const saveDraft = endpoint({
  method: 'PUT',
  path: '/api/drafts/:key',
  summary: 'Store unsaved input of a form, unless another copy has stored a newer draft',
  access: roles,
  audit: privateInput,
  params,
  body: KnownVersion.extend({ value: DraftText }),
  maxText: 384 * 1024,
  reply: z.object({ savedAt: SavedAt }),
  problems: ['unconfirmed', 'stale-version'],
});

export const deleteDraft = endpoint({
  method: 'DELETE',
  path: '/api/drafts/:key',
  summary: 'Delete a draft of the caller if there is one, unless another copy has stored it later',
  access: roles,
  audit: privateInput,
  params,
  query: KnownVersion,
  reply: z.object({ message: z.string() }),
  problems: ['stale-version'],
});
