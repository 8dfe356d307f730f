import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { SheetFormat } from '#contract/exports/sheets.ts';
import { CohortCode } from '#contract/settings/cohorts.ts';
import { FormattedText } from '#contract/values/formatted/formatted-text.ts';
import {
  buildLineSchema,
  buildListEntrySchema,
  buildParagraphSchema,
  Id,
  ListQuery,
} from '#contract/values/text.ts';

export const announcementStates = {
  scheduled: 'Scheduled',
  published: 'Published',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
} as const;
export type AnnouncementState = keyof typeof announcementStates;
const AnnouncementState = z.enum(Object.keys(announcementStates) as AnnouncementState[], {
  error: 'An announcement is scheduled, published, expired or withdrawn.',
});

export const audienceRoles = {
  student: 'Students',
  supervisor: 'Supervisors',
  examiner: 'External examiners',
} as const;
export type AudienceRole = keyof typeof audienceRoles;
export const AudienceRole = z.enum(Object.keys(audienceRoles) as AudienceRole[], {
  error: 'Choose students, supervisors or external examiners.',
});

export const Audience = z.discriminatedUnion('to', [
  z.object({ to: z.literal('cohort') }),
  z.object({
    to: z.literal('programs'),
    programs: z
      .array(buildListEntrySchema('A program', 40))
      .min(1, 'Choose at least one program.')
      .max(100),
  }),
  z.object({
    to: z.literal('groups'),
    groupIds: z.array(Id).min(1, 'Choose at least one group.').max(2000),
  }),
]);
export type Audience = z.infer<typeof Audience>;

const Instant = z.iso.datetime('Choose a date and time.').describe('in UTC');

const Draft = z.object({
  title: buildLineSchema('Title', 120),
  text: buildParagraphSchema('Text', 5000)
    .min(1, 'Text is required.')
    .describe('formatted: paragraphs, links, emphasis, lists and code as in CommonMark'),
  audience: Audience,
  roles: z.array(AudienceRole).min(1, 'Choose at least one role.').max(3),
  byEmail: z.boolean('Say whether it is emailed.').describe('also sends an email'),
  allowsAnswers: z.boolean().default(false).describe('recipients can answer on their desk'),
  publishAt: Instant.nullable().describe('null: now'),
  shownUntil: Instant.nullable().describe('null: until it is withdrawn'),
  dryRun: z.boolean().describe('returns the recipients without saving'),
});

const Recipient = z.object({
  name: z.string(),
  email: z.string(),
  roles: z.array(AudienceRole),
  hasAccount: z.boolean(),
});
export type Recipient = z.infer<typeof Recipient>;

/** Recipients of an announcement at the time of the preview. They may change before it is published. */
export const AnnouncementPreview = z.object({
  counts: z.record(AudienceRole, z.int()).describe('a person with two roles counts in both'),
  recipients: z.array(Recipient).describe('distinct people, by name'),
  withoutAccount: z.int().describe('recipients without a desk, who only get the email'),
  emailTo: z.string().nullable().describe('recipient of `email`'),
  email: z
    .object({ subject: z.string(), text: z.string(), html: z.string() })
    .nullable()
    .describe('the exact email to one recipient; null if none is sent'),
});
export type AnnouncementPreview = z.infer<typeof AnnouncementPreview>;

const emailCount = z.int().min(0);

export const AnnouncementSummary = z.object({
  _id: z.string(),
  title: z.string(),
  state: AnnouncementState,
  audience: z.string().describe('description of the audience'),
  byEmail: z.boolean(),
  publishAt: z.iso.datetime().describe('time of publication, past or future'),
  shownUntil: z.iso.datetime().nullable(),
  withdrawnAt: z.iso.datetime().nullable(),
  createdBy: z.string(),
  emails: z.object({ sent: emailCount, queued: emailCount, failed: emailCount }),
  allowsAnswers: z.boolean(),
  answers: z.int().min(0).describe('number of answers'),
});
export type AnnouncementSummary = z.infer<typeof AnnouncementSummary>;

const AnnouncementDetails = AnnouncementSummary.extend({
  formattedText: FormattedText,
  text: z.string(),
  roles: z.array(AudienceRole),
  version: z.int(),
  target: Audience,
});
export type AnnouncementDetails = z.infer<typeof AnnouncementDetails>;

export const announcementSorts = ['when', 'title', 'state', 'audience', 'by'] as const;
export const AnnouncementFilter = z.object({
  cohort: CohortCode.optional().describe('default: the current cohort'),
  q: ListQuery.shape.q.describe('search terms in title, audience or author'),
  state: AnnouncementState.optional(),
  sort: z
    .enum(
      announcementSorts.flatMap((name) => [name, `-${name}`] as const),
      'The list cannot be sorted by this column.',
    )
    .default('-when')
    .describe('descending with a hyphen'),
});
export type AnnouncementFilter = z.infer<typeof AnnouncementFilter>;

const access = ['admin'] as const;

export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/api/announcements',
  summary: 'List the announcements of a cohort with the delivery state of their emails',
  access,
  query: AnnouncementFilter.extend({
    page: ListQuery.shape.page,
    limit: ListQuery.shape.limit.unwrap().default(25),
  }),
  reply: z.object({ announcements: z.array(AnnouncementSummary), total: z.int() }),
  problems: ['not-found'],
});

export const exportAnnouncements = endpoint({
  method: 'GET',
  path: '/api/announcements/export',
  summary: 'Export the list of announcements as a spreadsheet, without their texts',
  access,
  audit: ['list-exported'],
  query: AnnouncementFilter.extend({ format: SheetFormat }),
  reply: z.unknown(),
  problems: ['not-found'],
});

export const listAudiences = endpoint({
  method: 'GET',
  path: '/api/announcements/audiences',
  summary: 'List the programs and groups of a cohort for choosing an audience',
  access,
  query: z.object({ cohort: CohortCode.optional() }),
  reply: z.object({
    cohort: CohortCode.describe('cohort of these audiences; send it with the announcement'),
    isClosed: z.boolean(),
    programs: z.array(z.object({ value: z.string(), label: z.string(), groups: z.int() })),
    groups: z.array(z.object({ _id: z.string(), fypGroupName: z.string(), fypTitle: z.string() })),
  }),
  problems: ['not-found'],
});

export const getAnnouncement = endpoint({
  method: 'GET',
  path: '/api/announcements/:announcementId',
  summary: 'Get an announcement with its text',
  access,
  params: z.object({ announcementId: Id }),
  reply: z.object({ announcement: AnnouncementDetails }),
  problems: ['not-found'],
});

const Made = z.object({
  message: z.string(),
  isSaved: z.boolean(),
  preview: AnnouncementPreview,
});

export const addAnnouncement = endpoint({
  method: 'POST',
  path: '/api/announcements',
  summary: 'Publish or schedule an announcement; a dry run lists the recipients',
  access,
  audit: ['announcement-made', 'announcement-published'],
  body: Draft.extend({ cohort: CohortCode }),
  maxText: 256 * 1024,
  reply: Made,
  problems: ['not-found', 'cohort-closed', 'name-taken'],
});

export const updateAnnouncement = endpoint({
  method: 'PUT',
  path: '/api/announcements/:announcementId',
  summary: 'Update a scheduled announcement; a dry run lists the recipients',
  access,
  audit: ['announcement-changed', 'announcement-published'],
  params: z.object({ announcementId: Id }),
  body: Draft.extend({ version: z.int32().min(1).describe('version as read') }),
  maxText: 256 * 1024,
  reply: Made,
  problems: ['not-found', 'cohort-closed', 'name-taken', 'stale-version'],
});

export const withdrawAnnouncement = endpoint({
  method: 'POST',
  path: '/api/announcements/:announcementId/withdrawal',
  summary: 'Withdraw an announcement and its unsent emails',
  access,
  audit: ['announcement-withdrawn'],
  params: z.object({ announcementId: Id }),
  reply: z.object({ message: z.string() }),
  problems: ['not-found', 'cohort-closed', 'stale-version'],
});

/** Number of answers that a person can write to an announcement. */
export const maxAnswers = 10;

export const answerAnnouncement = endpoint({
  method: 'POST',
  path: '/api/announcements/:announcementId/answers',
  summary: 'Answer an announcement on one’s desk; its author gets a notice',
  access: ['faculty', 'student'],
  audit: ['announcement-answered'],
  params: z.object({ announcementId: Id }),
  body: z.object({ text: buildParagraphSchema('Answer', 2000).min(1, 'Enter an answer.') }),
  reply: z.object({ message: z.string() }),
  problems: ['not-found', 'forbidden'],
});

export const AnnouncementAnswer = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string().nullable().describe('null if the account no longer exists'),
  text: z.string(),
  at: z.iso.datetime(),
});
export type AnnouncementAnswer = z.infer<typeof AnnouncementAnswer>;

export const listAnswers = endpoint({
  method: 'GET',
  path: '/api/announcements/:announcementId/answers',
  summary: 'List the answers to an announcement, the newest first',
  access,
  params: z.object({ announcementId: Id }),
  query: z.object({
    page: ListQuery.shape.page,
    limit: ListQuery.shape.limit.unwrap().default(25),
  }),
  reply: z.object({ answers: z.array(AnnouncementAnswer), total: z.int() }),
  problems: ['not-found'],
});
