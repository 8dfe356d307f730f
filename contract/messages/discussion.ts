import { z } from 'zod';
import { buildAttachmentSchema } from '#contract/documents.ts';
import { endpoint } from '#contract/endpoint.ts';
import { FormattedText } from '#contract/values/formatted/formatted-text.ts';
import { roles } from '#contract/values/roles.ts';
import { buildParagraphSchema, Id, propertyNameSchema } from '#contract/values/text.ts';

/** The threads of a group. Students see only `group`, the supervisor, the examiner and admins see both. */
export const discussionThreads = {
  group: 'Group and supervisor',
  staff: 'Staff only',
} as const;
export type DiscussionThread = keyof typeof discussionThreads;
const DiscussionThread = z.enum(Object.keys(discussionThreads) as DiscussionThread[], {
  error: 'A discussion is that of the group or that of its staff.',
});

/** Time in which authors can edit their message. Later they write a new one. */
export const editMinutes = 15;

/** Fields of a proposal that a message can refer to. */
export const proposalFields = {
  title: 'Project title',
  category: 'Category',
  program: 'Program',
  supervisor: 'Supervisor',
} as const;
export type ProposalField = keyof typeof proposalFields;

export const referenceKinds = ['milestone', 'deadline', 'document', 'proposal'] as const;

/** A part of the group's work that a message refers to. */
export const MessageReference = z.object({
  kind: z.enum(referenceKinds, {
    error: 'A message refers to a milestone, a deadline, a document or a field of the proposal.',
  }),
  id: propertyNameSchema.min(1).describe('key of the milestone, id, or name of the field'),
  page: z.coerce
    .number('Enter a page number.')
    .int('Enter a page number.')
    .min(1, 'Enter a page number of at least 1.')
    .max(9999, 'Enter a page number of 9999 or less.')
    .optional()
    .describe('page of a document'),
});
export type MessageReference = z.infer<typeof MessageReference>;

export const ShownReference = MessageReference.extend({
  page: z.int().optional(),
  label: z.string().describe('current title'),
  url: z.string().nullable().describe('URL of a document that is still stored'),
});
export type ShownReference = z.infer<typeof ShownReference>;

export const DiscussionMessage = z.object({
  _id: z.string(),
  sequence: z.int().describe('position in the thread'),
  author: z.string(),
  isOwn: z.boolean(),
  writtenAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
  text: FormattedText.describe('empty if the message was removed'),
  source: z.string().nullable().describe('typed text; null unless the caller may edit it now'),
  mayRemove: z.boolean(),
  removed: z.object({ by: z.string(), at: z.iso.datetime() }).nullable(),
  about: ShownReference.nullable(),
  attachment: z
    .object({ name: z.string(), size: z.int().describe('bytes'), url: z.string() })
    .nullable(),
});
export type DiscussionMessage = z.infer<typeof DiscussionMessage>;

export const personRoles = {
  member: 'Member',
  supervisor: 'Supervisor',
  examiner: 'External examiner',
  coordinator: 'Coordinator',
} as const;

export const DiscussionPerson = z.object({
  id: z.string().describe('id of the member, or of the account of staff'),
  name: z.string(),
  role: z.enum(Object.keys(personRoles) as (keyof typeof personRoles)[]),
});
export type DiscussionPerson = z.infer<typeof DiscussionPerson>;

const Text = buildParagraphSchema('Message', 5000).min(1, 'Enter a message.');
const sequence = z.coerce.number().int().min(0).max(2_147_483_647).optional();

const threadParams = z.object({ groupId: Id, thread: DiscussionThread });
const messageParams = z.object({ messageId: Id });

export const countUnreadMessages = endpoint({
  method: 'GET',
  path: '/api/groups/:groupId/discussion',
  summary: 'Count the caller’s unread messages in each thread of a group that the caller may see',
  access: roles,
  params: z.object({ groupId: Id }),
  reply: z.object({ threads: z.array(z.object({ thread: DiscussionThread, unread: z.int() })) }),
  problems: ['not-found'],
});

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/groups/:groupId/discussion/:thread',
  summary: 'List a page of messages, oldest first; without a position, the newest ones',
  access: roles,
  params: threadParams,
  query: z.object({
    before: sequence.describe('value of `earlier` in another reply'),
    after: sequence.describe('value of `later` in another reply'),
    around: Id.optional().describe('id of a message that the page contains, if it exists'),
    limit: z.coerce.number().int().min(1).max(100).default(30),
  }),
  reply: z.object({
    messages: z.array(DiscussionMessage),
    earlier: z.int().nullable().describe('value of `before` for the page above'),
    later: z.int().nullable().describe('value of `after` for the page below'),
    lastRead: z.int().describe('position of the last message that the caller has read; 0: none'),
    people: z.array(DiscussionPerson).describe('people who see the thread and can be mentioned'),
  }),
  problems: ['not-found'],
});

export const addMessage = endpoint({
  method: 'POST',
  path: '/api/groups/:groupId/discussion/:thread',
  summary: 'Add a message, optionally with a file; a repeated request with the same id adds none',
  access: roles,
  audit: 'nothing: the message itself names its author and time',
  params: threadParams,
  body: z.object({
    messageId: Id.describe('a new random UUID'),
    text: Text.describe('formatted as announcements are; `@{id of a person}` mentions the person'),
    about: MessageReference.optional(),
    file: buildAttachmentSchema('The file').optional(),
  }),
  files: { file: 'attachment' },
  reply: z.object({ sequence: z.int() }),
  problems: [
    'not-found',
    'stale-version',
    'cohort-closed',
    'too-large',
    'wrong-kind-of-file',
    'storage-full',
  ],
});

export const editMessage = endpoint({
  method: 'PUT',
  path: '/api/messages/:messageId',
  summary: 'Edit an own message in the first 15 minutes',
  access: roles,
  audit: ['message-edited'],
  params: messageParams,
  body: z.object({ text: Text }),
  reply: z.object({ message: z.string() }),
  problems: ['not-found', 'deadline-passed', 'stale-version', 'cohort-closed'],
});

export const removeMessage = endpoint({
  method: 'DELETE',
  path: '/api/messages/:messageId',
  summary: 'Remove the text and the file of a message; its author and time stay',
  access: roles,
  audit: ['message-removed'],
  params: messageParams,
  reply: z.object({ message: z.string() }),
  problems: ['not-found', 'cohort-closed'],
});

export const readMessages = endpoint({
  method: 'POST',
  path: '/api/messages/:messageId/read',
  summary: 'Mark a message and all earlier ones of its thread as read',
  access: roles,
  audit: 'nothing: it is about what one has looked at',
  params: messageParams,
  reply: z.object({ unread: z.int().describe('remaining unread messages of the thread') }),
  problems: ['not-found'],
});
