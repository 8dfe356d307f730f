import { z } from 'zod';
import { endpoint, type Role, roles } from './endpoint.ts';
import { SheetFormat } from './sheets.ts';
import { Id } from './values/text.ts';

/** Ways of delivering notices. */
export const deliveries = {
  email: { label: 'Email', says: 'At once by email, and on this page' },
  digest: { label: 'Daily digest', says: 'On this page, and in one email at 08:00' },
  page: { label: 'Only here', says: 'Only on this page' },
  off: { label: 'Off', says: 'Nothing' },
} as const;
export type Delivery = keyof typeof deliveries;
const deliveryKeys = Object.keys(deliveries) as Delivery[];
const Delivery = z.enum(deliveryKeys, { error: 'Choose email, digest, page or off.' });

type Kind = {
  label: string;
  /** Description for the settings page. */
  covers: string;
  /** Roles that get this kind of notice and may choose its delivery. */
  roles: readonly Role[];
  choices: readonly Delivery[];
};

/** Default delivery of every kind that has an email. */
export const usualDelivery: Delivery = 'email';

export const noticeKinds = {
  marks: {
    label: 'Marks',
    covers: 'Every save of your marks is followed by an email, which cannot be switched off.',
    roles: ['student'],
    choices: ['email'],
  },
  documents: {
    label: 'Files',
    covers:
      'Receipts of what you upload; what a group that you supervise hands in is shown here, with no email at once.',
    roles: ['faculty', 'student'],
    choices: deliveryKeys,
  },
  extensions: {
    label: 'Extensions',
    covers: 'Requests that wait for a decision, and what was decided for your group.',
    roles,
    choices: deliveryKeys,
  },
  certificates: {
    label: 'Certificates',
    covers: 'Which of your certificates were accepted, and which were returned.',
    roles: ['student'],
    choices: deliveryKeys,
  },
  reminders: {
    label: 'Reminders',
    covers:
      'What is due and not handed in. The last reminder before each deadline comes by email in any case.',
    roles: ['faculty', 'student'],
    choices: deliveryKeys,
  },
  proposals: {
    label: 'Proposals',
    covers: 'A proposal names you. Students get the email with the link to object in any case.',
    roles,
    choices: deliveryKeys,
  },
  groups: {
    label: 'Groups',
    covers: 'You are named for a group, or the staff of your group has changed.',
    roles: ['faculty', 'student'],
    choices: deliveryKeys,
  },
  announcements: {
    label: 'Announcements',
    covers: 'What the FYP office announces.',
    roles,
    choices: deliveryKeys,
  },
} as const satisfies Record<string, Kind>;
export type NoticeKind = keyof typeof noticeKinds;
export const noticeKindKeys = Object.keys(noticeKinds) as NoticeKind[];
const NoticeKind = z.enum(noticeKindKeys, { error: 'There is no such kind of notice.' });

/** Notices are deleted after `noticeDays`, and beyond `mostNotices` per user. */
export const mostNotices = 500;
export const noticeDays = 365;

export const Notice = z.object({
  _id: z.string(),
  kind: NoticeKind,
  text: z.string().describe('one sentence'),
  path: z.string().describe('path of the portal with the details'),
  createdAt: z.iso.datetime(),
  readAt: z.iso.datetime().nullable(),
});
export type Notice = z.infer<typeof Notice>;

/** Filter and order of notices. */
export const NoticeFilter = z.object({
  kind: NoticeKind.optional(),
  state: z.enum(['unread'], { error: 'A list of notices is of the unread or of all.' }).optional(),
  order: z
    .enum(['newest', 'oldest'], { error: 'The newest or the oldest come first.' })
    .default('newest'),
});
export type NoticeFilter = z.infer<typeof NoticeFilter>;

export const listNotices = endpoint({
  method: 'GET',
  path: '/api/notices',
  summary: 'One’s own notices',
  access: roles,
  query: NoticeFilter.extend({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    limit: z.coerce.number().int().min(1).max(200).default(25),
  }),
  reply: z.object({ notices: z.array(Notice), total: z.int() }),
  problems: [],
});

export const exportNotices = endpoint({
  method: 'GET',
  path: '/api/notices/export',
  summary: 'One’s own notices as a spreadsheet',
  access: roles,
  audit: ['list-exported'],
  query: NoticeFilter.extend({ format: SheetFormat }),
  reply: z.unknown(),
  problems: [],
});

/** Counts unread notices. Clients poll it, so it does not extend the session. */
export const countNotices = endpoint({
  method: 'GET',
  path: '/api/notices/unread',
  summary: 'How many of one’s own notices are unread',
  access: roles,
  reply: z.object({ unread: z.int() }),
  problems: [],
});

export const readNotice = endpoint({
  method: 'POST',
  path: '/api/notices/:noticeId/read',
  summary: 'Mark one of one’s own notices as read',
  access: roles,
  audit: 'nothing: it is about what one has looked at',
  params: z.object({ noticeId: Id }),
  reply: z.object({ notice: Notice }),
  problems: ['not-found'],
});

export const readAllNotices = endpoint({
  method: 'POST',
  path: '/api/notices/read',
  summary: 'Mark all of one’s own notices as read',
  access: roles,
  audit: 'nothing: it is about what one has looked at',
  reply: z.object({ message: z.string() }),
  problems: [],
});

export const NoticeSetting = z.object({ kind: NoticeKind, delivery: Delivery });
export type NoticeSetting = z.infer<typeof NoticeSetting>;

export const findNoticeSettings = endpoint({
  method: 'GET',
  path: '/api/notices/settings',
  summary: 'How one hears of each kind that one’s role is told of',
  access: roles,
  reply: z.object({ settings: z.array(NoticeSetting) }),
  problems: [],
});

export const saveNoticeSetting = endpoint({
  method: 'PUT',
  path: '/api/notices/settings/:kind',
  summary: 'Choose how one hears of one kind',
  access: roles,
  audit: 'nothing: it is a wish of one’s own',
  params: z.object({ kind: NoticeKind }),
  body: z.object({ delivery: Delivery }),
  reply: z.object({ message: z.string(), setting: NoticeSetting }),
  problems: [],
});

/** Token without a pattern: malformed and unknown tokens get the same reply, which does not reveal the format. */
const UnsubscribeToken = z.object({ token: z.string().describe('token of an email’s header') });

export const findUnsubscribe = endpoint({
  method: 'GET',
  path: '/api/unsubscribe/:token',
  summary: 'What the one-click address of an email would switch off; switches nothing off',
  access: 'public',
  params: UnsubscribeToken,
  reply: z.object({ about: z.string().describe('topic of the emails') }),
  problems: ['not-found'],
});

const asPosted = 'Send List-Unsubscribe=One-Click.';

/** Authenticates by the token only: mail clients neither log in nor follow redirects (RFC 8058). */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/unsubscribe/:token',
  summary: 'Get no more emails of the kind that carried this address',
  access: 'public',
  audit: 'nothing: it is a wish of one’s own',
  params: UnsubscribeToken,
  body: z.object({ 'List-Unsubscribe': z.literal('One-Click', asPosted) }, asPosted),
  files: {},
  isUrlencoded: true,
  maxText: 4096,
  reply: z.object({ message: z.string() }),
  problems: ['not-found'],
});
